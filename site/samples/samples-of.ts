import {
  type CallInput,
  type Contract,
  callInput,
  isJsonObject,
  type Json,
  loadContract,
  type NamedExample,
  type Operation,
  workingCall,
} from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";
import { curlCommand } from "./curl-command.js";
import { REJECTED_SAMPLES } from "./sandbox.js";
import { typescriptProgram } from "./typescript-program.js";

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
  /** Why a fresh sandbox rejects the call, in Markdown. Undefined for a call that succeeds. */
  readonly note: string | undefined;
}

/** The samples of an operation: one for each named example of its request. Throws for an unknown operation. */
export function samplesOf(operationId: string): Sample[] {
  const contract = loadContract();
  return sampleCalls(contract, contract.operation(operationId)).map(({ name, summary, operation, input }) => ({
    name,
    summary,
    typescript: typescriptProgram(contract, operation, input),
    curl: curlCommand(operation, input),
    note: REJECTED_SAMPLES[`${operationId} ${name}`]?.note,
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
  const [success] = operation.responses.filter(({ status }) => status.startsWith("2"));
  const requests = operation.requestBody?.content[0]?.examples ?? [];
  const responses = success?.content[0]?.examples ?? [];
  if (requests.length <= 1) {
    const [example] = requests;
    const summary = `${stringAt(contract.schemaAt(operation.pointer), "summary")}.`;
    const input = workingCall(contract, operation.id);
    return [{ name: example?.name ?? operation.id, summary, operation, input }];
  }
  return requests.map((requestExample, index) => {
    const input = callInput(operation, { requestExample, optional: false });
    return {
      name: requestExample.name,
      summary: exampleSummary(contract, requestExample),
      operation,
      input: { ...input, ...templatePath(responses[index], input) },
    };
  });
}

/** The summary of an example in the contract. */
export function exampleSummary(contract: Contract, { name, pointer }: NamedExample): string {
  return stringAt(contract.schemaAt(pointer.replace(/\/value$/, "")), "summary") ?? name;
}

/** The path of a metadata instance: the example of the response names its template, which can be another one. */
function templatePath(response: NamedExample | undefined, { path }: CallInput): Pick<CallInput, "path"> {
  const value: Json | undefined = response?.value;
  if (path === undefined || !isJsonObject(value)) return {};
  const { $scope, $template } = value;
  return $scope === undefined || $template === undefined
    ? {}
    : { path: { ...path, scope: $scope, template_key: $template } };
}
