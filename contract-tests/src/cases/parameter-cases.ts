import type { Contract } from "../contract/contract.js";
import { placeAt, pointer } from "../contract/json-pointer.js";
import type { Operation, Parameter } from "../contract/operation.js";
import { readParameter, typesAt } from "../exchange/read-parameter.js";
import { invalidValues } from "./invalid-values.js";
import type { NegativeCase } from "./negative-case.js";

/** Derives requests with a wrong parameter: missing, refused by its schema, or not in the contract at all. */
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
    const values = wrongTexts(contract, parameter).map(({ kind, text, item }) =>
      negative(kind, item ? `${at}/0` : at, withParameter(operation, request, parameter, text)),
    );
    const missing = parameter.required && parameter.in !== "path";
    return missing
      ? [...values, negative("missing", at, withParameter(operation, request, parameter, undefined))]
      : values;
  });
  const extra = { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}no_such_parameter=1` };
  return [...wrong, negative("undocumented", "/request/query/no_such_parameter", extra)];
}

function placeOf({ in: place, name }: Parameter): string {
  return place === "header" ? pointer("/request/headers", name.toLowerCase()) : pointer("/request", place, name);
}

/** What can be sent for a parameter that its schema refuses. Text is all there is, so not every wrong type shows. */
function wrongTexts(contract: Contract, parameter: Parameter): { kind: string; text: string; item: boolean }[] {
  const item = typesAt(contract.document, parameter.schema).includes("array");
  const schema = item ? pointer(placeAt(contract.document, parameter.schema).pointer, "items") : parameter.schema;
  return invalidValues(contract, schema)
    .map(({ kind, value }) => ({ kind, item, text: typeof value === "string" ? value : JSON.stringify(value) }))
    .filter(({ text }) => {
      const value = readParameter(contract, parameter, [text]);
      return contract.validate(parameter.schema, value).length > 0;
    });
}

function withParameter(
  operation: Operation,
  request: NegativeCase["request"],
  { in: place, name }: Parameter,
  text: string | undefined,
): NegativeCase["request"] {
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
