import type { Client } from "content-service-client";
import type { CallInput, Operation, Parameter } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/**
 * Calls the method of the client for an operation.
 *
 * Throws an `Error` when the client has no such method.
 */
export async function callOperation(client: Client, operation: Operation, input: CallInput): Promise<unknown> {
  // The operation comes from the contract, so its method has no type of its own here.
  const methods = client as unknown as Record<string, ((input: CallInput) => Promise<unknown>) | undefined>;
  const method = methods[operation.id];
  if (method === undefined) throw new Error(`The client has no method ${operation.id}`);
  return method(input);
}

/** The input of a call with the ids of a target. */
export function withParameters(operation: Operation, input: CallInput, { parameters }: TargetAddress): CallInput {
  const given = (place: Parameter["in"]) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .flatMap(({ name }) => Object.entries(parameters).filter(([key]) => key === name)),
    );
  return {
    ...input,
    path: { ...input.path, ...given("path") },
    query: { ...input.query, ...given("query") },
    header: { ...input.header, ...given("header") },
  };
}
