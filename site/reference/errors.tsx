import {
  arrayAt,
  type Contract,
  errorCodeOf,
  isJsonObject,
  type Operation,
  objectAt,
  stringAt,
} from "content-service-contract";
import { BreakableText, MarkdownText, WORD_END } from "../page/elements.js";
import type { Page } from "../page/page.js";
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

export function errorsPage(contract: Contract): Page {
  return {
    path: "operations/errors.html",
    title: "Errors",
    description: "Every error code with its status, its meaning and what to do about it.",
    part: "Operations",
    html: String(
      <>
        <h1>Errors</h1>
        <MarkdownText text={INTRODUCTION} />
        {errorCodes(contract).map((code) => (
          <CodeSection contract={contract} code={code} />
        ))}
      </>,
    ),
  };
}

const INTRODUCTION =
  "Look up what each error code means, and what to do about it. The client throws an `ApiError` with the `status`, the `code`, the `requestId` and the `body` of the response. " +
  'Use `isApiError(error, "precondition_failed")` to test for a code. A service can return codes that are not listed ' +
  "here, and a proxy can return an error without a code. The last four codes are those of the token operation (RFC 6749).";

/** A code of many operations has a message for each. */
const MOST_MESSAGES = 4;

function CodeSection({ contract, code }: { contract: Contract; code: string }) {
  const { meaning, remedy } = errorCodeText(contract, code);
  const uses = contract.operations.map(({ id, ...operation }) => ({
    id,
    errors: errorsOf(contract, operation).filter((error) => error.code === code),
  }));
  const users = uses.filter(({ errors }) => errors.length > 0).map(({ id }) => `[${id}](${id}.html#errors)`);
  const all = uses.flatMap(({ errors }) => errors);
  const statuses = [...new Set(all.map(({ status }) => status))].toSorted();
  const messages = [...new Set(all.flatMap((error) => error.messages))].map((message) => `“${message}”`);
  const by =
    users.length === uses.length ? "Every operation can return this code." : `Returned by: ${users.join(", ")}`;
  return (
    <section class="error">
      <h2 id={code}>
        <BreakableText text={code} at={WORD_END} />
      </h2>
      <MarkdownText text={`Status ${statuses.join(" or ")}. ${meaning}`} />
      <MarkdownText text={`**What to do:** ${remedy}`} />
      {messages.length > 0 && <MarkdownText text={`**Messages:** ${messages.slice(0, MOST_MESSAGES).join(" ")}`} />}
      <MarkdownText text={by} />
    </section>
  );
}
