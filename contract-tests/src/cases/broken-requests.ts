import {
  type Contract,
  cookiesOf,
  type ExchangeRequest,
  findMediaType,
  findRoute,
  isJsonObject,
  type Operation,
  type Parameter,
  placeAt,
  placeOf,
  placeOfCredential,
  pointer,
  type RuleId,
  readParameter,
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

/** Derives requests with an invalid parameter: missing, rejected by its schema, or undocumented. */
export function parameterCases(
  contract: Contract,
  operation: Operation,
  request: NegativeCase["request"],
): NegativeCase[] {
  const negative = (kind: string, at: string, changed: NegativeCase["request"]): NegativeCase => ({
    operation,
    kind,
    at,
    rule: "request-parameter",
    request: changed,
  });
  const wrong = operation.parameters.flatMap((parameter) => {
    const at = placeOf(parameter);
    const values = wrongTexts(contract, operation, parameter).map(({ kind, text, item }) =>
      negative(kind, item ? `${at}/0` : at, withParameter(operation, request, parameter, text)),
    );
    const hasDefault = contract.schemaAt(parameter.schema)["default"] !== undefined;
    const missing = parameter.required && parameter.in !== "path" && !hasDefault;
    return missing
      ? [...values, negative("missing", at, withParameter(operation, request, parameter, undefined))]
      : values;
  });
  if (ignoresUnknown(operation)) return wrong;
  const extra = { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}no_such_parameter=1` };
  return [...wrong, negative("undocumented", "/request/query/no_such_parameter", extra)];
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
function wrongTexts(
  contract: Contract,
  { path }: Operation,
  parameter: Parameter,
): { kind: string; text: string; item: boolean }[] {
  const isWholeSegment = path.split("/").includes(`{${parameter.name}}`);
  const types = typesAt(contract.document, parameter.schema);
  // Only texts and lists have one form.
  if (types.includes("object") || ["json", "deepObject", "matrix", "label"].includes(parameter.style)) return [];
  const item = isJsonObject(contract.schemaAt(parameter.schema)["items"]);
  const schema = item ? pointer(placeAt(contract.document, parameter.schema).pointer, "items") : parameter.schema;
  return invalidValues(contract, schema)
    .map(({ kind, value }) => ({ kind, item, text: typeof value === "string" ? value : JSON.stringify(value) }))
    .filter(({ text }) => {
      if (text.length > MAX_TEXT || (parameter.in === "path" && !isWholeSegment)) return false;
      // A path with an empty segment can be another one, unless an unknown id gets a 404.
      if (parameter.in === "path" && text === "" && !contract.follows("errors")) return false;
      const value = readParameter(contract, parameter, [text]);
      return contract.validate(parameter.schema, value).length > 0;
    });
}

/** A server may reject a longer address or header before it reads the request. */
const MAX_TEXT = 4_000;

function withParameter(
  operation: Operation,
  request: NegativeCase["request"],
  { in: place, name }: Pick<Parameter, "in" | "name">,
  text: string | undefined,
): NegativeCase["request"] {
  if (place === "cookie") {
    const others = cookiesOf(new Headers(request.headers)).filter((pair) => !pair.startsWith(`${name}=`));
    const cookies = text === undefined ? others : [...others, `${name}=${encodeURIComponent(text)}`];
    const header = { in: "header", name: "cookie" } as const;
    return withParameter(operation, request, header, cookies.length === 0 ? undefined : cookies.join("; "));
  }
  if (place === "header") {
    const { [name.toLowerCase()]: _, ...headers } = Object.fromEntries(new Headers(request.headers));
    return { ...request, headers: text === undefined ? headers : { ...headers, [name.toLowerCase()]: text } };
  }
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

/**
 * Derives requests with a missing or malformed token, a missing or malformed body, another media type, another method,
 * and an unknown path.
 */
export function brokenRequests(
  contract: Contract,
  operation: Operation,
  request: NegativeCase["request"],
): NegativeCase[] {
  return [
    ...wrongToken(operation, request),
    ...wrongBody(operation, request),
    ...wrongRoute(contract, operation, request),
  ];
}

type Base = NegativeCase["request"];

function wrongToken(operation: Operation, request: Base): NegativeCase[] {
  const [credential] = operation.security.flat();
  // A service may ignore a token that it does not need.
  if (!operation.secured || credential === undefined) return [];
  const at = placeOfCredential(credential);
  const negative = (kind: string, changed: Base): NegativeCase => {
    return { operation, kind, at, rule: "request-security", request: changed };
  };
  const without = withCredentials(request, operation);
  const authorization = "Basic dXNlcjpzZWNyZXQ=";
  const basic = { ...without, headers: { ...Object.fromEntries(new Headers(without.headers)), authorization } };
  const isBasic = operation.security.flat().some(({ kind }) => kind === "basic" || kind === "other");
  return [negative("no token", without), ...(isBasic ? [] : [negative("another scheme", basic)])];
}

function wrongBody(operation: Operation, request: Base): NegativeCase[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const { "content-type": type = "", ...headers } = Object.fromEntries(new Headers(request.headers));
  const common = { operation, at: "/request/body", rule: "request-body" as const };
  const text = { ...request, headers: { ...headers, "content-type": "text/plain" } };
  return [
    ...(request.body === undefined || findMediaType(requestBody.content, "text/plain") !== undefined
      ? []
      : [
          {
            ...common,
            kind: "another media type",
            at: "/request/headers/content-type",
            rule: "request-content-type" as const,
            request: text,
          },
        ]),
    ...(requestBody.required
      ? [{ ...common, kind: "no body", request: { ...request, headers, body: undefined } }]
      : []),
    ...(/json$/.test(type) ? [{ ...common, kind: "broken JSON", request: { ...request, body: '{"name":' } }] : []),
  ];
}

function wrongRoute(contract: Contract, operation: Operation, request: Base): NegativeCase[] {
  const bare = { headers: request.headers, body: undefined };
  const other = OTHER_METHODS.filter(
    (method) =>
      findRoute(contract, method, request.path).kind === "method" &&
      // A service may take `/users/me` for a record of `/users/{id}`.
      !contract.operations.some((one) => one.method === method.toLowerCase() && isPathOf(one, request.path)),
  );
  const unknown = request.path.replace(/\/?(\?|$)/, "/no-such-path$1");
  return [
    ...other.map((method): NegativeCase => {
      const sent = { ...bare, method, path: request.path };
      return { operation, kind: `the method ${method}`, at: "/request/method", rule: "method-allowed", request: sent };
    }),
    ...(findRoute(contract, request.method, unknown).kind === "unknown"
      ? [
          {
            operation,
            kind: "an unknown path",
            at: "/request/url",
            rule: "operation-known" as const,
            request: { ...bare, method: request.method, path: unknown },
          },
        ]
      : []),
  ];
}

const OTHER_METHODS = ["HEAD", "PATCH"];
