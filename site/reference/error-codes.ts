import {
  arrayAt,
  type Contract,
  errorCodeOf,
  isJsonObject,
  type Operation,
  objectAt,
  stringAt,
} from "content-service-contract";
import { exampleSummary } from "../samples/samples-of.js";

export interface OperationError {
  readonly status: number;
  readonly code: string;
  /** When it occurs: the summaries of the contract's examples. */
  readonly when: readonly string[];
  /** The messages of the contract's examples. */
  readonly messages: readonly string[];
}

/** The schemas that list error codes: of the API, and of the token endpoint. */
export const CODE_LISTS = ["/components/schemas/ErrorCode", "/components/schemas/TokenError/properties/error"] as const;

export function listedCodes(contract: Contract, list: string): string[] {
  const lists = arrayAt(contract.schemaAt(list), "anyOf").filter(isJsonObject);
  return lists.flatMap((one) => arrayAt(one, "enum")).filter((code) => typeof code === "string");
}

/** All error codes with a text. */
export function errorCodes(contract: Contract): string[] {
  return CODE_LISTS.flatMap((list) => Object.keys(objectAt(contract.schemaAt(list), "x-codes")));
}

/** The text of an error code in the contract's `x-codes`. */
export function errorCodeText(contract: Contract, code: string): { meaning: string; remedy: string } {
  const node = CODE_LISTS.map((list) => objectAt(contract.schemaAt(list), "x-codes")[code]).find(isJsonObject);
  if (node === undefined) throw new Error(`Add a text for ${code} to x-codes in openapi/`);
  return { meaning: stringAt(node, "meaning") ?? "", remedy: stringAt(node, "remedy") ?? "" };
}

/** The error codes of an operation, in the order of the statuses. */
export function errorsOf(contract: Contract, { responses }: Pick<Operation, "responses">): OperationError[] {
  const found = new Map<string, OperationError>();
  for (const { status: documented, content } of responses.filter(({ status }) => !/^[123]/.test(status))) {
    for (const example of content.flatMap(({ examples }) => examples)) {
      const body = isJsonObject(example.value) ? example.value : {};
      const status = Number(documented === "default" ? body["status"] : documented);
      const code = errorCodeOf(example.value);
      if (code === undefined) throw new Error(`The example at ${example.pointer} has no error code`);
      const before = found.get(`${status} ${code}`);
      const when = [...new Set([...(before?.when ?? []), exampleSummary(contract, example)])];
      const message = stringAt(body, "message") ?? stringAt(body, "error_description") ?? [];
      const messages = [...new Set([...(before?.messages ?? []), message].flat())];
      found.set(`${status} ${code}`, { status, code, when, messages });
    }
  }
  return [...found.values()].toSorted((one, other) => one.status - other.status);
}

/** How the client retries an operation, in Markdown. The rules are those of docs/retries.md. */
export function retriesText({ method, isSafe, secured }: Operation): string {
  return [
    isSafe || ["get", "put", "delete"].includes(method)
      ? "The client makes up to 4 attempts after a transient failure: a lost connection, a timeout, 408, 429, 500, 502, 503, 504, or `operation_blocked_temporary`."
      : "The client retries only where the service did nothing: after 429, 503 with `Retry-After`, or `operation_blocked_temporary`. After any other failure, check whether the service applied the change.",
    "The client waits as long as `Retry-After` says: [the rules](../reliability/retries.html).",
    ...(secured ? ["After a 401 it asks `auth` for a newer token and retries once."] : []),
  ].join(" ");
}
