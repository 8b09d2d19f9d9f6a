import {
  type CallInput,
  type Contract,
  callInput,
  isJsonObject,
  type Json,
  type NamedExample,
  type Operation,
} from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";

/** One call that a sample shows. */
export interface SampleCall {
  readonly name: string;
  readonly summary: string;
  readonly operation: Operation;
  readonly input: CallInput;
}

/** The calls that the samples of an operation show: what it needs, with each example of the body once. */
export function sampleCalls(contract: Contract, operation: Operation): SampleCall[] {
  const requests = operation.requestBody?.content[0]?.examples ?? [];
  const answers = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.examples ?? [];
  const call = (requestExample?: NamedExample, answer?: NamedExample) => {
    const input = callInput(operation, { requestExample, optional: false });
    const switches = switchesOf(contract, operation);
    const query = Object.keys(switches).length > 0 ? { query: { ...input.query, ...switches } } : {};
    return { operation, input: { ...input, ...pathTo(answer, input), ...query } };
  };
  if (requests.length === 0) {
    const summary = `${stringAt(contract.schemaAt(operation.pointer), "summary")}.`;
    return [{ name: operation.id, summary, ...call() }];
  }
  return requests.map((example, index) => {
    const place = contract.schemaAt(example.pointer.replace(/\/value$/, ""));
    const summary = stringAt(place, "summary") ?? example.name;
    return { name: example.name, summary, ...call(example, answers[index]) };
  });
}

/** What the examples turn on, such as the `force` without which nobody who owns something is deleted. */
function switchesOf(contract: Contract, { parameters, pointer }: Operation): Record<string, Json> {
  // Which way a list is paged is no matter of the call but of the client.
  if (contract.schemaAt(pointer)["x-paging"] !== undefined) return {};
  const on = parameters.filter(
    ({ schema, example }) => example === true && contract.schemaAt(schema)["default"] === false,
  );
  return Object.fromEntries(on.map(({ name }) => [name, true]));
}

/**
 * Where a metadata instance is made, told by the answer that the contract pairs with the request: it names its
 * template, and the examples of the parameters can name another.
 */
function pathTo(answer: NamedExample | undefined, { path }: CallInput): { path?: Readonly<Record<string, Json>> } {
  const { value } = answer ?? {};
  if (path === undefined || !isJsonObject(value)) return {};
  const { $scope, $template } = value;
  return $scope === undefined || $template === undefined
    ? {}
    : { path: { ...path, scope: $scope, template_key: $template } };
}
