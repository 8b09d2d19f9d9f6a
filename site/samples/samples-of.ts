import {
  type CallInput,
  type Contract,
  loadContract,
  type NamedExample,
  type Operation,
  stringAt,
} from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import { SANDBOX } from "./sandbox.js";

/** A call of an operation in two languages. */
export interface Sample {
  /** The name of the request's example in the contract, or the `operationId` for at most one example. */
  readonly name: string;
  /** A sentence in Markdown. */
  readonly summary: string;
  /** A whole program. */
  readonly typescript: string;
  /** A command for `sh`. */
  readonly curl: string;
}

/** The samples of an operation: one for each named example of its request. Throws for an unknown operation. */
export function samplesOf(operationId: string): Sample[] {
  const contract = loadContract();
  return sampleCalls(contract, contract.operation(operationId)).map(({ name, summary, operation, input }) => ({
    name,
    summary,
    typescript: typescriptProgram(sampleOperation(contract, operation), input, SANDBOX),
    curl: curlCommand(sampleOperation(contract, operation), input, SANDBOX),
  }));
}

/** The call of a sample. */
export interface SampleCall {
  readonly name: string;
  readonly summary: string;
  readonly operation: Operation;
  readonly input: CallInput;
}

/** The calls of the samples: one for each example of the body. An operation with at most one has its working call. */
export function sampleCalls(contract: Contract, operation: Operation): SampleCall[] {
  const examples = operation.requestBody?.content[0]?.examples ?? [];
  if (examples.length <= 1) {
    const name = examples[0]?.name ?? operation.id;
    return [{ name, summary: `${operation.summary}.`, operation, input: workingCall(contract, operation.id) }];
  }
  return examples.map((example) => ({
    name: example.name,
    summary: exampleSummary(contract, example),
    operation,
    input: workingCall(contract, operation.id, example.name),
  }));
}

/** The summary of an example in the contract. */
export function exampleSummary(contract: Contract, { name, pointer }: NamedExample): string {
  return stringAt(contract.schemaAt(pointer.replace(/\/value$/, "")), "summary") ?? name;
}
