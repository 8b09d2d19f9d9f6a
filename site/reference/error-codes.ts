import {
  arrayAt,
  type Contract,
  type DocumentedResponse,
  errorCodeOf,
  isJsonObject,
  type NamedExample,
  type Operation,
  objectAt,
  stringAt,
} from "content-service-contract";
import { exampleSummary } from "../samples/samples-of.js";

/** The texts of an error code. */
export interface ErrorCodeText {
  readonly meaning: string;
  readonly remedy: string;
}

/** An error code of an operation. */
export interface OperationError {
  readonly status: number;
  readonly code: string;
  /** When it occurs: the summaries of the contract's examples. */
  readonly when: readonly string[];
}

/** The schemas that list error codes: of the API, and of the token endpoint. */
export const CODE_LISTS = ["/components/schemas/ErrorCode", "/components/schemas/TokenError/properties/error"] as const;

/** The codes that a schema lists. */
export function listedCodes(contract: Contract, list: string): string[] {
  const lists = arrayAt(contract.schemaAt(list), "anyOf").filter(isJsonObject);
  return lists.flatMap((one) => arrayAt(one, "enum")).filter((code) => typeof code === "string");
}

/** The texts of all error codes. */
export function errorCodeTexts(contract: Contract): Map<string, ErrorCodeText> {
  const entries = CODE_LISTS.flatMap((list) => Object.entries(objectAt(contract.schemaAt(list), "x-codes")));
  return new Map(
    entries.map(([code, text]) => {
      const node = isJsonObject(text) ? text : {};
      return [code, { meaning: stringAt(node, "meaning") ?? "", remedy: stringAt(node, "remedy") ?? "" }];
    }),
  );
}

/** The error codes of an operation by status, in the order of the contract. */
export function errorsOf(contract: Contract, { responses }: Operation): OperationError[] {
  const found = new Map<string, OperationError>();
  for (const response of responses.filter(({ status }) => !/^[123]/.test(status))) {
    for (const example of response.content.flatMap(({ examples }) => examples)) {
      const status = statusOf(response, example);
      const code = errorCodeOf(example.value);
      if (code === undefined) throw new Error(`The example at ${example.pointer} has no error code`);
      const before = found.get(`${status} ${code}`);
      const when = [...new Set([...(before?.when ?? []), exampleSummary(contract, example)])];
      found.set(`${status} ${code}`, { status, code, when });
    }
  }
  return [...found.values()];
}

function statusOf({ status }: DocumentedResponse, { value }: NamedExample): number {
  const inBody = isJsonObject(value) ? value["status"] : undefined;
  return status === "default" && typeof inBody === "number" ? inBody : Number(status);
}

/** How the client retries an operation, in Markdown. The rules are those of docs/retries.md. */
export function retriesText(operation: Operation): string {
  return [
    isIdempotent(operation)
      ? "The client makes up to 4 attempts after a transient failure: a lost connection, a timeout, 408, 429, 500, 502, 503, 504, or `operation_blocked_temporary`."
      : "The client retries only where the service did nothing: after 429, 503 with `Retry-After`, or `operation_blocked_temporary`. After any other failure, check whether the service applied the change.",
    "The client waits as long as `Retry-After` says: [the rules](../reliability/retries.html).",
    ...(operation.secured ? ["After a 401 it asks `auth` for a newer token and retries once."] : []),
  ].join(" ");
}

function isIdempotent({ method, isSafe }: Operation): boolean {
  return isSafe || ["get", "put", "delete"].includes(method);
}
