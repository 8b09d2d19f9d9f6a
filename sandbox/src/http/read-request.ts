import {
  arrayAt,
  type Contract,
  type Operation,
  pointer,
  type ReceivedRequest,
  readRequest as readContractRequest,
  type Violation,
} from "content-service-contract";
import { dottedPath } from "../contract/documents.js";
import { plainWords, TYPES } from "../contract/plain-words.js";
import type { ErrorEntry } from "../responses/error-response.js";
import { jsonProblem } from "../store/plain-json.js";

/** Reads the values of a request and their errors against the contract. */
export function readRequest(contract: Contract, operation: Operation, received: ReceivedRequest) {
  const { body, violations, ...parameters } = readContractRequest(contract, operation, received);
  // Two schemas can require the same of a value.
  const distinct = new Map(violations.map((one) => [`${one.rule} ${one.at} ${one.message}`, one]));
  const errors = (ofParameter: boolean) =>
    [...distinct.values()]
      .filter(({ rule }) => (rule === "request-parameter") === ofParameter)
      .map((violation) => errorEntry(operation, violation, plainMessage(contract, operation, violation)));
  const brackets = bracketsOf(operation, received)
    .filter((name) => !violations.some(({ at }) => at === pointer("/request/query", name)))
    .map((name) => ({ reason: "invalid_parameter", name, message: `The query parameter ${name} is not documented.` }));
  // A number such as 1e400 is infinite, which JSON cannot carry back.
  const known = body.kind === "value" ? jsonProblem(body.value, "body") : undefined;
  const problem = body.kind === "broken" ? "The body is not JSON" : known;
  const others = problem === undefined ? [] : [{ reason: "invalid_parameter", name: "body", message: `${problem}.` }];
  return {
    ...parameters,
    body: body.kind === "value" ? body.value : undefined,
    parameterErrors: [...errors(true), ...brackets],
    bodyErrors: [...(body.kind === "broken" ? [] : errors(false)), ...others],
  };
}

/** The names such as `fields[]` in a query. Only a `deepObject`, or a parameter of exactly this name, may have brackets. */
function bracketsOf({ parameters }: Operation, { query }: ReceivedRequest): string[] {
  const isDeclared = (name: string) =>
    parameters.some((one) => one.name === name || (one.style === "deepObject" && name.startsWith(`${one.name}[`)));
  return [...new Set(query.map(([name]) => name))].filter((name) => name.includes("[") && !isDeclared(name));
}

function errorEntry(operation: Operation, { contract, at }: Violation, message: string): ErrorEntry {
  const missing = contract.endsWith("/required") || operation.parameters.some(({ pointer }) => pointer === contract);
  const [, , part = "", parameter = ""] = at.split("/");
  // An invalid item of a list names the whole parameter.
  const place = dottedPath(part === "body" ? at.slice("/request/body".length) : `/${parameter}`);
  const header = operation.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === place);
  const name = header?.name ?? place;
  const reason = missing ? "missing_parameter" : "invalid_parameter";
  return { reason, name: part === "body" && name === "" ? part : name, message: `${message}.` };
}

function plainMessage(contract: Contract, operation: Operation, { contract: keyword, message }: Violation): string {
  const choice = /^(.+\/anyOf)\/\d+\/type$/.exec(keyword)?.[1];
  const types = choice === undefined ? [] : typesOf(contract, choice);
  const text = types.length > 0 ? message.replace(TYPES, `must be ${types.join()}`) : message;
  const parameter = operation.parameters.find(({ schema }) => keyword === `${schema}/pattern`);
  return plainWords(text, contract.document, keyword, parameter?.example);
}

/** The types of the branches of a choice; none if a branch has no type. */
function typesOf(contract: Contract, choice: string): string[] {
  const branches = arrayAt(contract.schemaAt(choice.slice(0, -"/anyOf".length)), "anyOf");
  const types = branches.map((_, index) => contract.schemaAt(`${choice}/${index}`)["type"]);
  return types.includes(undefined) ? [] : [...new Set(types.flat().map(String))];
}

/**
 * Whether a JSON text nests lists and objects deeper than `maxDepth`. A few thousand levels overflow the stack of
 * recursive functions such as `JSON.stringify`.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
