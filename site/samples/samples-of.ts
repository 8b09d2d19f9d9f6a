import { loadContract } from "content-service-contract-tests";
import { curlCommand } from "./curl-command.js";
import { sampleCalls } from "./sample-calls.js";
import { FRESH_REFUSALS } from "./sandbox.js";
import { typescriptProgram } from "./typescript-program.js";

/** A call of an operation, ready to be pasted, in two languages. */
export interface Sample {
  /** The name of the request's example in the contract; the `operationId` where the request has no body. */
  readonly name: string;
  /** What it does, as a sentence in Markdown. */
  readonly summary: string;
  /** A whole program. */
  readonly typescript: string;
  /** A command for `sh`. */
  readonly curl: string;
  /** Why a sandbox that has just been started refuses it, in Markdown; undefined where it does not. */
  readonly note: string | undefined;
}

/**
 * The code for an operation: one sample for each named example of its request, or one where it has no body. Everything
 * in them comes from the contract.
 *
 * Throws an `Error` when the contract has no such operation.
 */
export function samplesOf(operationId: string): Sample[] {
  const contract = loadContract();
  return sampleCalls(contract, contract.operation(operationId)).map(({ name, summary, operation, input }) => ({
    name,
    summary,
    typescript: typescriptProgram(contract, operation, input),
    curl: curlCommand(operation, input),
    note: FRESH_REFUSALS[`${operationId} ${name}`]?.note,
  }));
}
