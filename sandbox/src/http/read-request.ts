import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type ReceivedRequest,
  readRequest as readContractRequest,
  type Violation,
} from "content-service-contract-tests/contract";
import type { RefusedPart } from "../responses/error-response.js";

/** A request as it came. */
export type RawRequest = ReceivedRequest;

/** What a request says, by the names and types of the contract, and what in it the contract does not allow. */
export interface ReadRequest {
  readonly path: JsonObject;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly body: Json | undefined;
  /** Faults of parameters. */
  readonly parameters: readonly RefusedPart[];
  /** Faults of the body. */
  readonly bodies: readonly RefusedPart[];
}

/** Reads a request and checks all of it against the contract. */
export function readRequest(contract: Contract, operation: Operation, raw: RawRequest): ReadRequest {
  const { path, query, header, body, violations } = readContractRequest(contract, operation, raw);
  const parts = (ofParameter: boolean) =>
    violations
      .filter(({ rule }) => (rule === "request-parameter") === ofParameter)
      .map((violation) => refusedPart(operation, violation));
  const broken = { reason: "invalid_parameter", name: "body", message: "The body is not JSON." };
  return {
    path,
    query,
    header,
    body: body.kind === "value" ? body.value : undefined,
    parameters: parts(true),
    bodies: body.kind === "broken" ? [broken] : parts(false),
  };
}

/** A JSON pointer as people write it in code, such as `fields[0].key`. */
export function dotted(pointer: string): string {
  const parts = pointer.split("/").filter((part) => part !== "");
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? "." : ""}${part}`))
    .join("");
}

function refusedPart(operation: Operation, { contract, at, message }: Violation): RefusedPart {
  const missing = contract.endsWith("/required") || operation.parameters.some(({ pointer }) => pointer === contract);
  const [, , part = "", parameter = ""] = at.split("/");
  // A parameter is named as a whole, also where one item of a list is wrong.
  const place = dotted(part === "body" ? at.slice("/request/body".length) : parameter);
  const header = operation.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === place);
  const name = header?.name ?? place;
  const reason = missing ? "missing_parameter" : "invalid_parameter";
  return { reason, name: name === "" ? "body" : name, message: `${message}.` };
}

/**
 * Whether a JSON text has lists or objects inside each other beyond a depth. What is deeper than a few thousand levels
 * can be parsed, and then breaks whatever walks it by calling itself, `JSON.stringify` for one.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
