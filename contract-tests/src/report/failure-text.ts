import {
  type Contract,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  parseJson,
  pointer,
  segmentsOf,
  valueAt,
} from "content-service-contract";
import { headerPairs, REDACTED } from "content-service-contract/redaction";
import { counted, cutText, visibleText } from "content-service-contract/text";
import { bodyLines } from "./body-lines.js";
import { type FindingGroup, groupFindings, operationsText, placeLines, requestLine } from "./finding-groups.js";
import type { CheckReport, ResourceOperation, ResourceReport } from "./report.js";
import type { TerminalText } from "./terminal-text.js";

/** A section for each cause of failed checks: its first finding, the received body, a hint, a command, and the places. */
export function failureSections({ checks, resources = [] }: CheckReport, text: TerminalText, contract: () => Contract) {
  const causes = groupFindings(checks.filter(({ outcome }) => outcome === "failed"));
  const left = causes.length - MAX_CAUSES;
  const rest = left > 0 ? [[`… and ${counted(left, "more cause")} in the other reports.`]] : [];
  return [...causes.slice(0, MAX_CAUSES).map((cause) => failureLines(cause, text, contract(), resources)), ...rest];
}

const MAX_CAUSES = 100;

type Resources = readonly ResourceReport[];
function failureLines(group: FindingGroup, text: TerminalText, contract: Contract, resources: Resources) {
  const { first, rule, count, checks } = group;
  const hint = hintFor(group, contract);
  const isOn = (one: ResourceOperation) => one.operation === group.operation && !/^(created|listed)$/.test(one.role);
  const isMade = ({ role, problem }: ResourceOperation) => role === "created" && problem === undefined;
  const isGone = resources.some(({ operations }) => operations.some(isMade) && operations.some(isOn));
  const places = count > 1 ? `  ${counted(count, "place")}` : "";
  return [
    text.line(["bad", "FAIL"], `  ${operationsText(group)}  ${rule}${places}`),
    ...text.wrap(first.message, "  "),
    ...text.labeled("check", checks.slice(0, 1).join()),
    ...text.labeled("request", requestLine(first.exchange)),
    ...expectedLines(group, text, contract),
    ...text.labeled("received", receivedText(first)),
    ...receivedLines(first.exchange, first.at, text),
    ...(hint === undefined ? [] : text.labeled("hint", hint)),
    text.command("rerun", `${curlCommand(group)}${isGone ? " # 404 if the run has deleted its record" : ""}`),
    ...placeLines(group).flatMap((line, index) => text.labeled(index === 0 ? "places" : "", line)),
  ];
}

/** The violated statement when it is short, and its place. */
function expectedLines({ contract: at }: FindingGroup, text: TerminalText, { document }: Contract): string[] {
  const value = valueAt(document, at);
  const isShort = value !== undefined && [value].flat().every((one) => typeof one !== "object" || one === null);
  const keyword = segmentsOf(at).findLast((segment) => !/^\d+$/.test(segment));
  if (!isShort) return text.labeled("contract", at);
  return text.labeled("expected", `${keyword}: ${[value].flat().join(", ")}, by ${at}`);
}

/** The value at the place of a violation, if that is in the body, and the status. */
function receivedText({ at, exchange: { response } }: FindingGroup["first"]): string {
  const [side, part, ...rest] = segmentsOf(at);
  const body = side === "response" && part === "body" ? parseJson(response.body) : undefined;
  const value = body === undefined ? undefined : valueAt(body, pointer("", ...rest));
  // A list or an object can be nested too deeply to be written; the excerpt below shows it.
  const kind = Array.isArray(value) ? "a list" : isJsonObject(value) ? "an object" : undefined;
  const shown = value === undefined ? "nothing" : (kind ?? cutText(JSON.stringify(value), 80));
  const status = response.status === 0 ? "no response" : response.status;
  return body === undefined ? `${status}, at ${at}` : `${shown}, at ${at}, with status ${response.status}`;
}

function receivedLines({ response }: Exchange, at: string, text: TerminalText): string[] {
  const [side, part, ...rest] = segmentsOf(at);
  if (!response.body) return [];
  const invalidAt = side === "response" && part === "body" ? pointer("", ...rest) : undefined;
  const lines = bodyLines(response.body, { invalidAt, maxLines: 6, maxLineCharacters: 200 });
  return lines.flatMap(({ text: line, kind }) => text.quote(line, kind === "invalid" || kind === "missing"));
}

/** What the contract says about the violated property; for a wrong request, about the error code of its response. */
function hintFor({ first, contract: at }: FindingGroup, contract: Contract): string | undefined {
  const code = first.at.startsWith("/request") ? errorCodeOf(parseJson(first.exchange.response.body)) : undefined;
  const remedy = code && valueAt(contract.document, pointer("/components/schemas/ErrorCode/x-codes", code, "remedy"));
  if (typeof remedy === "string") return remedy;
  const property = /^(.*\/properties\/[^/]+)/.exec(at)?.[1];
  const description = property && valueAt(contract.document, `${property}/description`);
  return typeof description === "string" ? description : undefined;
}

/** A command for a POSIX shell that sends the request again, with credentials from variables such as `$CONTENT_TOKEN`. */
export function curlCommand({ rule, first }: FindingGroup): string {
  const { method, url, path, headers, body = "" } = first.exchange.request;
  const verb = method.toUpperCase();
  const hasAuthorization = headerPairs(headers).some(([name]) => /^authorization$/i.test(name));
  const options = headerPairs(headers).flatMap(([name, value]) => {
    if (OF_CONNECTION.test(name)) return [];
    // curl leaves out a header with a colon and no value.
    if (value === "") return `-H ${quoted(`${name};`)}`;
    // A check of tokens has sent another one, for which any text will do.
    const header = `${name}: ${value}`;
    const isInvalid = rule === "token-required" || first.exchange.response.status === 401;
    const [, given] = isInvalid ? [] : (CREDENTIAL.exec(header) ?? []);
    if (given === undefined) return `-H ${quoted(header)}`;
    const isToken = /^authorization$/i.test(name) || !hasAuthorization;
    const variable = isToken ? "CONTENT_TOKEN" : name.toUpperCase().replaceAll("-", "_");
    return /basic $/i.test(given) ? `-u "$${variable}"` : `-H "${given}$${variable}"`;
  });
  const left = body.length - MAX_BODY_CHARACTERS;
  const data = body === "" ? [] : [`--data-raw ${quoted(left > 0 ? body.slice(0, MAX_BODY_CHARACTERS) : body)}`];
  const { caller } = first;
  const notes = [
    ...(left > 0 ? [`and ${counted(left, "more character")} of the body`] : []),
    ...(caller === undefined ? [] : [`with the token of ${visibleText(caller, { oneLine: true })} in CONTENT_TOKEN`]),
  ];
  // `-X HEAD` waits for a body.
  const send =
    verb === "HEAD" ? ["curl --head"] : ["curl -i", ...(verb === "GET" && body === "" ? [] : [`-X ${verb}`])];
  const address = url ?? path;
  // Brackets and braces are patterns of curl.
  if (/[[\]{}]/.test(address)) send.push("--globoff");
  return [...send, quoted(address), ...options, ...data, ...notes.map((note) => `# ${note}`)].join(" ");
}

/** A header that ends with a redacted value, after text that a shell does not change in double quotes. */
const CREDENTIAL = new RegExp(`^([\\w:=. -]*)${REDACTED.replace(/\W/g, "\\$&")}$`);

/** Longer bodies are made of equal characters, and would hide the rest of the summary. */
const MAX_BODY_CHARACTERS = 6_000;

/** Headers that curl sets itself, or that make its output unreadable. */
const OF_CONNECTION = /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding)$/i;

/** Quotes a word for a shell. What a terminal would escape is written in bytes, as POSIX.1-2024 reads them in `$'…'`. */
function quoted(word: string): string {
  if (visibleText(word, { oneLine: true }) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  const bytes = (character: string) =>
    [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return `$'${word.replace(/[^\x20-\x7e]|['\\]/gu, bytes)}'`;
}
