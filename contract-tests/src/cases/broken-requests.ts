import {
  type Contract,
  cookiesOf,
  type ExchangeRequest,
  findMediaType,
  findRoute,
  isJsonObject,
  type Operation,
  type Parameter,
  placeOf,
  placeOfCredential,
  pointer,
  type RuleId,
  readParameter,
  segmentsOf,
  typesAt,
  withCredentials,
} from "content-service-contract";
import { invalidValues } from "./invalid-values.js";

/** A request that violates the contract in one way. */
export interface NegativeCase {
  /** The called operation. */
  readonly operation: Operation;
  /** The kind of violation, such as `too long`. */
  readonly kind: string;
  /** The place of the violation, such as `/request/body/name`. The violation can be deeper. */
  readonly at: string;
  /** The violated rule. */
  readonly rule: RuleId;
  /** The request, with a path below the base address. */
  readonly request: ExchangeRequest & { readonly path: string };
}

export type BrokenRequest = Omit<NegativeCase, "operation">;
type Base = NegativeCase["request"];

/** What a case sends, such as `an invalid query parameter limit (too long)`. */
export function faultText({ at, kind }: Pick<NegativeCase, "at" | "kind">): string {
  const [, part = "", ...rest] = segmentsOf(at);
  const name = { query: "query parameter", path: "path parameter", headers: "header", url: "URL" }[part] ?? part;
  const place =
    part === "body" && rest.length > 0 ? ` at ${pointer("", ...rest)}` : rest.map((one) => ` ${one}`).join("");
  return `an invalid ${name}${place} (${kind})`;
}

/** Derives requests with an invalid parameter: missing, rejected by its schema, or undocumented. */
export function* parameterCases(contract: Contract, operation: Operation, request: Base): Generator<BrokenRequest> {
  const rule = "request-parameter";
  for (const parameter of operation.parameters) {
    const at = placeOf(parameter);
    const changed = (text?: string) => withParameter(operation, request, parameter, text);
    for (const { kind, text, item } of wrongTexts(contract, operation, parameter))
      yield { kind, at: item ? `${at}/0` : at, rule, request: changed(text) };
    const hasDefault = contract.schemaAt(parameter.schema)["default"] !== undefined;
    if (parameter.required && parameter.in !== "path" && !hasDefault)
      yield { kind: "missing", at, rule, request: changed() };
  }
  if (ignoresUnknown(operation)) return;
  const extra = withParameter(operation, request, { in: "query", name: "no_such_parameter" }, "1");
  yield { kind: "undocumented", at: "/request/query/no_such_parameter", rule, request: extra };
}

function isPathOf({ path }: Operation, sent: string): boolean {
  const [actual = ""] = sent.split("?");
  const segments = path.split("/");
  const received = actual.split("/");
  return (
    segments.length === received.length && segments.every((one, index) => one.includes("{") || one === received[index])
  );
}

/** RFC 6749, section 3.2: a token server ignores unknown parameters. */
export function ignoresUnknown({ server }: Operation): boolean {
  return server === "auth";
}

/** Texts that the schema of a parameter rejects. Some values of another type are valid as text. */
function wrongTexts(contract: Contract, { path }: Operation, parameter: Parameter) {
  const isWholeSegment = path.split("/").includes(`{${parameter.name}}`);
  const types = typesAt(contract.document, parameter.schema);
  // Only texts and lists have one form.
  if (types.includes("object") || ["json", "deepObject", "matrix", "label"].includes(parameter.style)) return [];
  const item = isJsonObject(contract.schemaAt(parameter.schema)["items"]);
  const schema = item ? contract.itemsOf(parameter.schema) : parameter.schema;
  return invalidValues(contract, schema)
    .map(({ kind, value }) => ({ kind, item, text: typeof value === "string" ? value : JSON.stringify(value) }))
    .filter(({ text }) => {
      if (text.length > MAX_TEXT || (parameter.in === "path" && !isWholeSegment)) return false;
      // A path with an empty segment can be another one, unless an unknown id gets a 404.
      if (parameter.in === "path" && text === "" && !contract.follows("errors")) return false;
      return contract.validate(parameter.schema, readParameter(contract, parameter, [text])).length > 0;
    });
}

/** A server may reject a longer address or header before it reads the request. */
const MAX_TEXT = 4_000;

export function withParameter(
  operation: Operation,
  request: Base,
  { in: place, name }: Pick<Parameter, "in" | "name">,
  text: string | undefined,
): Base {
  if (place === "cookie") {
    const others = cookiesOf(new Headers(request.headers)).filter((pair) => !pair.startsWith(`${name}=`));
    const cookies = text === undefined ? others : [...others, `${name}=${encodeURIComponent(text)}`];
    return withHeader(request, "cookie", cookies.length === 0 ? undefined : cookies.join("; "));
  }
  if (place === "header") return withHeader(request, name, text);
  const [path = "", query = ""] = request.path.split("?");
  if (place === "path") {
    const index = operation.path.split("/").indexOf(`{${name}}`);
    const segments = path
      .split("/")
      .map((one, position) => (position === index ? encodeURIComponent(text ?? "") : one));
    return { ...request, path: `${segments.join("/")}${query === "" ? "" : `?${query}`}` };
  }
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${encodeURIComponent(name)}=`));
  const pairs = text === undefined ? others : [...others, `${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  return { ...request, path: pairs.length === 0 ? path : `${path}?${pairs.join("&")}` };
}

export function withHeader<Sent extends ExchangeRequest>(request: Sent, name: string, text: string | undefined): Sent {
  const { [name.toLowerCase()]: _, ...headers } = Object.fromEntries(new Headers(request.headers));
  return { ...request, headers: text === undefined ? headers : { ...headers, [name.toLowerCase()]: text } };
}

export function* wrongTokens(operation: Operation, valid: Base): Generator<BrokenRequest> {
  const credentials = operation.security.flat();
  const [first] = credentials;
  // A service may ignore a token that it does not need.
  if (!operation.secured || first === undefined) return;
  const common = { at: placeOfCredential(first), rule: "request-security" } as const;
  const without = withCredentials(valid, operation);
  yield { ...common, kind: "no token", request: without };
  if (credentials.some(({ kind }) => kind === "basic" || kind === "other")) return;
  yield { ...common, kind: "another scheme", request: withHeader(without, "authorization", "Basic dXNlcjpzZWNyZXQ=") };
}

export function* wrongBodies({ requestBody }: Operation, request: Base): Generator<BrokenRequest> {
  if (requestBody === undefined) return;
  const { "content-type": type = "", ...headers } = Object.fromEntries(new Headers(request.headers));
  const common = { at: "/request/body", rule: "request-body" } as const;
  if (request.body !== undefined && findMediaType(requestBody.content, "text/plain") === undefined) {
    const text = { ...request, headers: { ...headers, "content-type": "text/plain" } };
    const at = "/request/headers/content-type";
    yield { kind: "another media type", at, rule: "request-content-type", request: text };
  }
  if (requestBody.required) yield { ...common, kind: "no body", request: { ...request, headers, body: undefined } };
  if (/json$/.test(type)) yield { ...common, kind: "broken JSON", request: { ...request, body: '{"name":' } };
}

export function* wrongRoutes(contract: Contract, request: Base): Generator<BrokenRequest> {
  const { method, path, headers } = request;
  for (const other of ["HEAD", "PATCH"]) {
    if (findRoute(contract, other, path).kind !== "method") continue;
    // A service may take `/users/me` for a record of `/users/{id}`.
    if (contract.operations.some((one) => one.method === other.toLowerCase() && isPathOf(one, path))) continue;
    const sent = { method: other, path, headers, body: undefined };
    yield { kind: `the method ${other}`, at: "/request/method", rule: "method-allowed", request: sent };
  }
  const unknown = { method, path: path.replace(/\/?(\?|$)/, "/no-such-path$1"), headers, body: undefined };
  if (findRoute(contract, method, unknown.path).kind === "unknown")
    yield { kind: "an unknown path", at: "/request/url", rule: "operation-known", request: unknown };
}
