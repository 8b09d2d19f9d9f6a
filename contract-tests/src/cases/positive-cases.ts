import type { Contract } from "../contract/contract.js";
import { type ExampleResponse, exampleResponses } from "../contract/documented-responses.js";
import { isJsonObject } from "../contract/json.js";
import { placeAt, pointer } from "../contract/json-pointer.js";
import type { NamedExample, Operation } from "../contract/operation.js";
import { recordsOf } from "../contract/schema-properties.js";
import { type CallInput, callInput, pagingOf, requestMedia } from "./call-input.js";

/** A call that fits the contract, and the answer that the contract documents for it. */
export interface PositiveCase extends ExampleResponse {
  /** The operation that is called. */
  readonly operation: Operation;
  /** The named example that gives the body of the request. */
  readonly requestExample: NamedExample | undefined;
  /** What the call sends. */
  readonly input: CallInput;
}

/**
 * Derives the calls that a service must answer: each operation with each documented status and each named example.
 * A success is asked for once more for each example of the request.
 *
 * Throws an `Error` when a documented body has no named example, or an example of `default` has no `status`.
 */
export function positiveCases(contract: Contract): PositiveCase[] {
  return contract.operations.flatMap((operation) => {
    const requests = requestMedia(operation)?.examples ?? [];
    const answers = exampleResponses(operation);
    const successes = answers.filter(({ status }) => status >= 200 && status < 300);
    const others = answers.filter((answer) => !successes.includes(answer));
    return [...pairs(successes, requests), ...pairs(others, requests.slice(0, 1))].map(([answer, requestExample]) => {
      const fields = fieldsFor(contract, operation, answer);
      const paging = pagingOf(answer.example?.value);
      return { operation, ...answer, requestExample, input: callInput(operation, { requestExample, fields, paging }) };
    });
  });
}

/** Every answer and every request at least once; the shorter list is repeated with its first member. */
function pairs(
  answers: ExampleResponse[],
  requests: readonly NamedExample[],
): [ExampleResponse, NamedExample | undefined][] {
  const count = Math.max(answers.length, requests.length);
  return Array.from({ length: count }, (_, index) => {
    const answer = answers[index] ?? answers[0];
    return answer === undefined
      ? []
      : [[answer, requests[index] ?? requests[0]] satisfies [ExampleResponse, NamedExample | undefined]];
  }).flat();
}

/** What `fields` must list for an answer; undefined when the answer is the standard representation. */
function fieldsFor(contract: Contract, operation: Operation, answer: ExampleResponse): string[] | undefined {
  const body = answer.example?.value;
  const schema = answer.media?.schema;
  const takesFields = operation.parameters.some((one) => one.in === "query" && one.name === "fields");
  if (!takesFields || schema === undefined || !isJsonObject(body) || answer.status >= 300) return undefined;
  const place = placeAt(contract.document, schema);
  if (!Array.isArray(place.node["anyOf"])) return undefined;
  if (contract.validate(pointer(place.pointer, "anyOf", 0), body).length === 0) return undefined;
  const names = recordsOf(body).flatMap(([, record]) => Object.keys(record));
  const listed = [...new Set(names)].filter((name) => !["type", "id", "name"].includes(name));
  return listed.length > 0 ? listed : ["name"];
}
