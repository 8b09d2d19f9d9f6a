import type { Client } from "content-service-client";
import type { CallInput, Operation } from "../src/index.js";

/**
 * Calls the method of the client for an operation.
 *
 * Throws an `Error` when the client has no such method.
 */
export async function callOperation(client: Client, operation: Operation, input: CallInput): Promise<unknown> {
  // The types of the client are those of single operations; here the name and the input come from the contract.
  const methods = client as unknown as Record<string, ((input: CallInput) => Promise<unknown>) | undefined>;
  const method = methods[operation.id];
  if (method === undefined) throw new Error(`The client has no method ${operation.id}`);
  return method(input);
}
