import { type CallInput, type Contract, loadContract, type NamedExample, stringAt } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import { SANDBOX } from "./sandbox.js";

/** A call of an operation, and its code in two languages. */
export interface Sample {
  /** The name of the request's example in the contract, or the `operationId` without one. */
  readonly name: string;
  /** A sentence in Markdown. */
  readonly summary: string;
  readonly input: CallInput;
  /** A whole program. */
  readonly typescript: string;
  /** A command for `sh`. */
  readonly curl: string;
}

/** The samples of an operation: one for each named example of its request. Throws for an unknown operation. */
export function samplesOf(operationId: string): Sample[] {
  const contract = loadContract();
  const operation = contract.operation(operationId);
  const sample = sampleOperation(contract, operation);
  const { examples = [] } = operation.requestBody?.content[0] ?? {};
  return (examples.length === 0 ? [undefined] : examples).map((example) => {
    const input = workingCall(contract, operationId, example?.name);
    return {
      name: example?.name ?? operationId,
      summary: example && examples.length > 1 ? exampleSummary(contract, example) : `${operation.summary}.`,
      input,
      typescript: typescriptProgram(sample, input, SANDBOX),
      curl: curlCommand(sample, input, SANDBOX),
    };
  });
}

export function exampleSummary(contract: Contract, { name, pointer }: NamedExample): string {
  return stringAt(contract.schemaAt(pointer.replace(/\/value$/, "")), "summary") ?? name;
}
