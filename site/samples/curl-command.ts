import { type CallInput, inputRequest, isJsonObject, type Json, type Operation } from "content-service-contract-tests";
import { SANDBOX } from "./sandbox.js";

/** A call as a command of curl, quoted for `sh`. */
export function curlCommand(operation: Operation, input: CallInput): string {
  const { path } = inputRequest(operation, input, SANDBOX.token);
  const method = operation.method.toUpperCase();
  // With data, curl sends a POST.
  const request = method === "GET" || (method === "POST" && input.body !== undefined) ? "" : ` -X ${method}`;
  const server = operation.server === "auth" ? SANDBOX.authUrl : SANDBOX.baseUrl;
  const lines = [
    `curl -sS${request} ${quoted(`${server}${path}`)}`,
    ...headersOf(operation, input).map((header) => `-H ${quoted(header)}`),
    ...dataOf(operation, input.body),
  ];
  return lines.join(" \\\n  ");
}

function headersOf({ secured, requestBody }: Operation, { header = {}, body }: CallInput): string[] {
  const type = requestBody?.content[0]?.type;
  return [
    ...(secured ? [`Authorization: Bearer ${SANDBOX.token}`] : []),
    ...Object.entries(header).map(([name, value]) => `${name}: ${value}`),
    // curl sends the type of forms itself.
    ...(body !== undefined && type === JSON_TYPE ? [`Content-Type: ${type}`] : []),
  ];
}

function dataOf({ requestBody }: Operation, body: Json | undefined): string[] {
  if (body === undefined) return [];
  if (requestBody?.content[0]?.type === JSON_TYPE || !isJsonObject(body)) return [`-d ${quoted(jsonText(body))}`];
  return Object.entries(body).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
}

/** JSON that fits the page: short parts on one line, indented like the lines of the command. */
function jsonText(body: Json, indent = 2): string {
  const flat = JSON.stringify(body);
  if (indent + flat.length < WIDTH || typeof body !== "object" || body === null) return spaced(body);
  const inner = indent + 2;
  const parts = Array.isArray(body)
    ? body.map((item) => jsonText(item, inner))
    : Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${jsonText(value, inner)}`);
  const [left, right] = Array.isArray(body) ? "[]" : "{}";
  return `${left}\n${parts.map((part) => `${" ".repeat(inner)}${part}`).join(",\n")}\n${" ".repeat(indent)}${right}`;
}

/** JSON on one line, with spaces. */
function spaced(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const JSON_TYPE = "application/json";
/** The columns of a code block. */
const WIDTH = 70;
