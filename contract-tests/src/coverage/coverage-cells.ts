import type { Contract } from "../contract/contract.js";
import { documentedAnswers } from "../contract/documented-answers.js";
import { errorCodeOf } from "../contract/error-code.js";
import type { Operation } from "../contract/operation.js";

/** What is counted for each operation, in the order of the table. */
export const dimensions = [
  "status",
  "media type",
  "example",
  "error code",
  "parameter",
  "request media type",
  "request example",
  "security",
] as const;

/** One kind of thing that is counted. */
export type Dimension = (typeof dimensions)[number];

/** One thing that the contract documents and an exchange can show. */
export interface CoverageCell {
  /** The `operationId`. */
  readonly operation: string;
  /** What kind of thing it is. */
  readonly dimension: Dimension;
  /** Such as `404 not_found` for an example, or `query limit` for a parameter. */
  readonly name: string;
}

/** Reads from a contract everything that exchanges can show, each thing once. */
export function documentedCells(contract: Contract): CoverageCell[] {
  const cells = contract.operations.flatMap(cellsOf);
  const unique = new Map(cells.map((cell) => [`${cell.operation} ${cell.dimension} ${cell.name}`, cell]));
  return [...unique.values()];
}

function cellsOf(operation: Operation): CoverageCell[] {
  const { id, parameters, requestBody, responses, secured } = operation;
  const cell = (dimension: Dimension) => (name: string) => ({ operation: id, dimension, name });
  const types = responses.flatMap(({ status, content }) => content.map(({ type }) => `${status} ${type}`));
  const answers = documentedAnswers(operation);
  const examples = answers.flatMap(({ response, example }) => (example ? [`${response.status} ${example.name}`] : []));
  const codes = answers.flatMap(({ status, response, example }) => {
    // A code belongs to an error: a success may have a property of that name.
    const code = status < 400 ? undefined : errorCodeOf(example?.value);
    return code === undefined ? [] : [`${response.status} ${code}`];
  });
  const sent = requestBody?.content ?? [];
  return [
    ...responses.map(({ status }) => status).map(cell("status")),
    ...types.map(cell("media type")),
    ...examples.map(cell("example")),
    ...codes.map(cell("error code")),
    ...parameters.map((parameter) => `${parameter.in} ${parameter.name}`).map(cell("parameter")),
    ...sent.map(({ type }) => type).map(cell("request media type")),
    ...sent.flatMap((media) => media.examples.map(({ name }) => name)).map(cell("request example")),
    ...(secured ? ["with a token", "without a token"] : ["without a token"]).map(cell("security")),
  ];
}
