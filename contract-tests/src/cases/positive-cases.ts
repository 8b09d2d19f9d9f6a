import {
  type CallInput,
  type Contract,
  callInput,
  type ExampleResponse,
  exampleResponses,
  isJsonObject,
  type NamedExample,
  type Operation,
  pagingOf,
  placeAt,
  pointer,
  recordsOf,
} from "content-service-contract";

/** A valid call, and its documented response. */
export interface PositiveCase extends ExampleResponse {
  /** The called operation. */
  readonly operation: Operation;
  /** The named example of the request body. */
  readonly requestExample: NamedExample | undefined;
  /** The input of the call. */
  readonly input: CallInput;
}

/**
 * Derives valid calls: each operation with each documented status and each named example of a response. Each further
 * example of the request gets a call with a successful response.
 *
 * Throws an `Error` when a documented body has no named example.
 */
export function positiveCases(contract: Contract): PositiveCase[] {
  return contract.operations.flatMap((operation) => {
    const requests = operation.requestMedia?.examples ?? [];
    const bodies = operation.responses.flatMap(({ content }) => content);
    const bare = bodies.find(({ examples }) => examples.length === 0);
    if (bare !== undefined) throw new Error(`Expected a named example at ${bare.pointer}, received none`);
    const responses = exampleResponses(operation);
    const successes = responses.filter(({ status }) => status >= 200 && status < 300);
    const others = responses.filter((response) => !successes.includes(response));
    return [...pairs(successes, requests), ...pairs(others, requests.slice(0, 1))].map(([response, requestExample]) => {
      const fields = fieldsFor(contract, operation, response);
      const input = callInput(operation, { requestExample, fields, paging: pagingOf(response.example?.value) });
      return { operation, ...response, requestExample, input };
    });
  });
}

/** Pairs each response and each request at least once; the first member of the shorter list fills up. */
function pairs(responses: readonly ExampleResponse[], requests: readonly NamedExample[]) {
  const longer = responses.length > requests.length ? responses : requests;
  return [...longer.keys()].flatMap((index) => {
    const response = responses[index] ?? responses[0];
    return response === undefined ? [] : [[response, requests[index] ?? requests[0]] as const];
  });
}

/** The value of `fields` for a response; undefined for the standard representation. */
export function fieldsFor(contract: Contract, operation: Operation, response: ExampleResponse): string[] | undefined {
  const body = response.example?.value;
  const schema = response.media?.schema;
  const takesFields = operation.parameters.some((one) => one.in === "query" && one.name === "fields");
  if (!takesFields || schema === undefined || !isJsonObject(body) || response.status >= 300) return undefined;
  const place = placeAt(contract.document, schema);
  if (!Array.isArray(place.node["anyOf"])) return undefined;
  // What the standard representation requires can be as little as an example with `fields` has.
  if (response.example?.name !== "fields" && contract.validate(pointer(place.pointer, "anyOf", 0), body).length === 0)
    return undefined;
  const names = recordsOf(body).flatMap(([, record]) => Object.keys(record));
  const listed = [...new Set(names)].filter((name) => !["type", "id", "name"].includes(name));
  return listed.length > 0 ? listed : ["name"];
}
