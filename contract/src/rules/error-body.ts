import { readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";
import type { Contract } from "../model/contract.js";
import { errorCodeOf } from "../model/documented-responses.js";
import { isJsonObject, type Json, stringAt } from "../model/json.js";
import { pointer } from "../model/json-pointer.js";
import type { Operation } from "../model/operation.js";
import { remembered } from "../model/remembered.js";

/** Checks that the status and the code in an error body fit the status of the response. */
export const errorConsistent: Rule<RuleContext> = ({ closed, contract, operation, response }) => {
  const body = readValue(response.body);
  if (response.status < 400 || !isJsonObject(body) || response.media === undefined) return [];
  if (!contract.follows("errors")) return [];
  const { status } = body;
  const violation = (name: string, message: string): Violation => ({
    rule: "error-consistent",
    message,
    contract: pointer(operation.pointer, "responses"),
    at: pointer("/response/body", name),
  });
  const found: Violation[] = [];
  if (typeof status === "number" && status !== response.status)
    found.push(violation("status", `Expected the status ${response.status} in the error body; received ${status}`));
  const code = stringAt(body, "code");
  const statuses = code === undefined ? undefined : statusesByCode(contract).get(code);
  if (statuses !== undefined && !statuses.has(response.status) && !isUnknownStatus(contract, response.status)) {
    const expected = [...statuses].join(" or ");
    found.push(violation("code", `Expected the code ${code} with status ${expected}; received ${response.status}`));
  } else if (closed && statuses?.has(response.status) && !GENERAL_CODES.has(code ?? "")) {
    const own = codesAt(operation, response.status);
    if (own.length === 0 || own.some((one) => one === code)) return found;
    found.push(
      violation("code", `Expected the code ${own.join(" or ")} with status ${response.status}; received ${code}`),
    );
  }
  return found;
};

/** They say no more than their status, so any operation can send them. */
const GENERAL_CODES: ReadonlySet<string> = new Set(["bad_request", "forbidden", "not_found", "conflict"]);

function codesAt({ responses }: Operation, status: number): string[] {
  const examples = responses
    .filter((one) => one.status === String(status))
    .flatMap(({ content }) => content.flatMap((one) => one.examples));
  return [...new Set(examples.flatMap(({ value }) => errorCodeOf(value) ?? []))];
}

/** The contract says nothing about the codes of a status that no operation documents, such as 413. */
function isUnknownStatus(contract: Contract, status: number): boolean {
  return ![...statusesByCode(contract).values()].some((statuses) => statuses.has(status));
}

/** The statuses of each error code in the examples of the contract. */
export const statusesByCode = remembered(({ operations }: Contract): ReadonlyMap<string, ReadonlySet<number>> => {
  const table = new Map<string, Set<number>>();
  const responses = operations.flatMap((operation) => operation.responses);
  for (const { status, content } of responses) {
    for (const { value } of content.flatMap(({ examples }) => examples)) {
      const code = isJsonObject(value) ? stringAt(value, "code") : undefined;
      const own = Number(/^\d{3}$/.test(status) || !isJsonObject(value) ? status : value["status"]);
      if (code !== undefined && own >= 400) table.set(code, (table.get(code) ?? new Set()).add(own));
    }
  }
  return table;
});

/** Checks that an error body shows no credentials of the request and no internals of the service. */
export const errorDiscreet: Rule<RuleContext> = ({ operation, request, response }) => {
  const body = readValue(response.body);
  if (response.status < 400 || body === undefined) return [];
  const sent = sentText(request);
  const secrets = secretsOf(request);
  return textsIn(body, "/response/body").flatMap(({ at, text }): Violation[] => {
    const what = secrets.some((secret) => text.includes(secret))
      ? "the credentials of the request"
      : INTERNALS.find(({ pattern }) => {
          const [match] = pattern.exec(text) ?? [];
          // A message may quote the request. A path alone can be a pointer into the request, or a URL.
          return match !== undefined && !sent.includes(match) && !/^\/\S*$/.test(text);
        })?.what;
    if (what === undefined) return [];
    const message = `Expected a message for callers; received ${what}`;
    return [{ rule: "error-discreet", message, contract: pointer(operation.pointer, "responses"), at }];
  });
};

const INTERNALS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a stack trace",
    pattern:
      /Traceback \(most recent|\n\s+at [\w$.<>]+|\bat [\w$.<>]+ ?\([^)\n]{0,200}:\d+\)|\.(?:java|py|m?[jt]s|go|rb|cs|php|kt|scala):\d+/,
  },
  {
    what: "an error of a database",
    pattern:
      /\bSELECT\s.{1,200}\sFROM\s|\bINSERT\s+INTO\s|\bDELETE\s+FROM\s|\bUPDATE\s+\w+\s+SET\s|\bSQLSTATE\b|\bORA-\d{4,5}\b|syntax error at or near|\bduplicate key value violates/i,
  },
  {
    what: "a file path of the service",
    pattern: /(?:^|[\s"'`(=:])\/(?:usr|var|home|opt|etc|srv|root|app|tmp|proc|mnt|data)\/[\w.-]+|\b[A-Z]:\\\w+/,
  },
  {
    what: "an internal address",
    pattern:
      /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT)\b|\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b/,
  },
];

function secretsOf({ headers, body }: RuleContext["request"]): string[] {
  const form = body.kind === "value" && isJsonObject(body.value) ? body.value : {};
  const [, token] = /^\S+\s+(.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  const [, password] = /shared_link_password=([^&]+)/.exec([...headers.values()].join("\n")) ?? [];
  const named = ["client_secret", "refresh_token", "password"].map((name) => stringAt(form, name));
  return [token, password, ...named].filter((one) => one !== undefined).filter((one) => one.length >= SHORTEST_SECRET);
}

/** A shorter text can be part of any message. */
const SHORTEST_SECRET = 8;

function sentText({ path, query, body }: RuleContext["request"]): string {
  const parts = [...Object.values(path), ...query.flat()];
  return [...parts, ...(body.kind === "value" ? textsIn(body.value, "").map(({ text }) => text) : [])].join("\n");
}

function textsIn(value: Json, at: string): { readonly at: string; readonly text: string }[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, pointer(at, key)));
}
