import { type Operation, requestMedia } from "content-service-contract";
import { newBodies } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import type { Subject } from "../records/trace.js";
import { allowsOne, limitOf } from "../sentences/conflicts.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls that create more records below another one than the contract allows, or put more into a state. */
export function limitCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { exceedLimit, actAgain };

  /** An action on a second record with the same references, after the one on the first, where the contract allows one at a time. */
  async function actAgain(operation: Operation, { path }: Subject): Promise<void> {
    if (!allowsOne(contract, resource, operation)) return;
    const { parameter = "" } = resource;
    const { [parameter]: _, ...above } = path;
    const second = await records.create(resource, above);
    if (second === undefined) return;
    const input = await records.actionInput(operation, second);
    const purpose = { kind: "beyond-limit", limit: 1 } as const;
    await recorder.call("action", operation, input, { subject: second, purpose });
    await records.remove(second);
  }

  async function exceedLimit(): Promise<void> {
    const { create: operation, parent } = resource;
    const limit = limitOf(contract, resource);
    const above = limit !== undefined && parent !== undefined ? await records.createNew(parent) : undefined;
    if (limit === undefined || operation === undefined || above === undefined) return;
    records.share(above);
    for (let count = 0; count < limit; count += 1)
      if ((await records.create(resource, above.path))?.id === undefined) return;
    // Each can need another record that it refers to.
    records.forgetShared();
    const media = requestMedia(operation);
    const chosen = { ...(await records.choice(media, resource)), isUsual: true };
    const [body] = media === undefined ? [] : newBodies(contract, media, chosen, resource);
    const input = { ...session.inputFor(operation.id).input, path: above.path, ...(body !== undefined && { body }) };
    await records.attempt(resource, operation, input, { purpose: { kind: "beyond-limit", limit } });
  }
}

/** The principle of limits. */
export const limitPrinciples: readonly Principle[] = [
  rejecting({
    id: "limit-kept",
    rule: "state-kept",
    concerns: ["create", "action"],
    statement: "a record above, or one that others name, has no more records than a description allows",
    applies: ({ contract }, resource) =>
      limitOf(contract, resource) !== undefined || resource.actions.some((one) => allowsOne(contract, resource, one)),
    told: ({ purpose }, { resource }) =>
      purpose?.kind === "beyond-limit"
        ? `beyond the ${purpose.limit} ${resource.name} that the description allows`
        : undefined,
  }),
];
