import { randomUUID } from "node:crypto";
import type { CallInput, Operation } from "content-service-contract";

/** An input with a new idempotency key, also by the standard of OASIS. Undefined where an operation takes none. */
export function withKey({ parameters }: Operation, input: CallInput): CallInput | undefined {
  const header = parameters.find(
    (one) => one.in === "header" && /^(idempotency-key|repeatability-request-id)$/i.test(one.name),
  );
  return header && { ...input, header: { ...input.header, [header.name]: randomUUID() } };
}

/** An input with a new `Idempotency-Key` where it has the usual one: to another request, that is a conflict. */
export function withoutUsualKey(operation: Operation, input: CallInput, usual: CallInput): CallInput {
  const keyed = withKey(operation, input);
  const isUsual = Object.entries(input.header ?? {}).some(
    ([name, value]) => value === usual.header?.[name] && value !== keyed?.header?.[name],
  );
  return keyed !== undefined && isUsual ? keyed : input;
}
