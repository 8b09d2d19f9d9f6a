import { serializeArrayParam, serializeObjectParam } from "openapi-fetch";
import { invalid } from "../checks.js";
import { inBrowser } from "../core/browser.js";
import type { ParameterWriter } from "../operations/operation.js";
import { isSerializable, serializeBody, serializePath } from "../operations/serialize.js";

/** How a parameter is written (OpenAPI 3.1, "Style Values"); `json` for one with `content`. */
export type ParameterStyle = "simple" | "label" | "matrix" | "form" | Delimited | "deepObject" | "json";
type Delimited = "spaceDelimited" | "pipeDelimited";

/** A parameter that is no plain text in its place. */
export interface StyledParameter {
  /** The part of the request. */
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** The name in the document, and in the call. */
  readonly name: string;
  /** How an array or an object is written. */
  readonly style: ParameterStyle;
  /** Whether items and members are written one by one. */
  readonly explode?: true;
  /** The media type of a part of a form (`encoding`). */
  readonly type?: string;
}

type Values = Record<string, unknown>;

/**
 * Writes parameters that are objects, arrays or cookies, or have a style: the `parameters` of an operation. Other
 * parameters stay as they are. A call passes cookies as `cookie`.
 */
export function styled(...parameters: readonly StyledParameter[]): ParameterWriter {
  const at = (place: StyledParameter["in"]) => parameters.filter((one) => one.in === place);
  const paths = at("path");
  return {
    encode(options) {
      // The options of a call: each is checked where it is read.
      const { query, header, cookie, ...others } = options as { query?: Values; header?: Values; cookie?: Values };
      return {
        ...others,
        ...(query && { query: encoded(query, at("query"), queryOf) }),
        ...((header || cookie) && {
          header: withCookies(
            encoded(header ?? {}, at("header"), (one, value) => ({ [one.name]: written(one, value) })),
            encoded(cookie ?? {}, at("cookie"), cookieOf),
          ),
        }),
      };
    },
    serializer: ({ pathSerializer = serializePath }) => ({
      pathSerializer: (template, values) =>
        pathSerializer(
          paths.reduce((text, one) => text.replace(`{${one.name}}`, () => pathOf(one, values[one.name])), template),
          values,
        ),
    }),
    form: (body) => (at("body").length > 0 && isObject(body) ? encoded({ ...body }, at("body"), formOf) : body),
  };
}

/** Properties of a form, which encodes names and values. A part with a media type is a file, which has no name for a text. */
function formOf(one: StyledParameter, value: unknown): Values {
  const { name, style, explode, type = "" } = one;
  if (/\bjson\b/.test(type)) return { [name]: new File([`${serializeBody(value)}`], "", { type }) };
  if (type)
    return { [name]: [value].flat().map((item) => (typeof item === "string" ? new File([item], "", { type }) : item)) };
  if (Array.isArray(value) && style === "form" && !explode) return { [name]: textsOf(one, value).join() };
  return Object.fromEntries(Object.entries(queryOf(one, value)).map(([key, item]) => [decodeURIComponent(key), item]));
}

/** Writes the values of a place in their order. A key of an object must not be sent as another parameter of the call. */
function encoded(
  values: Values,
  parameters: readonly StyledParameter[],
  write: (one: StyledParameter, value: unknown) => Values,
): Values {
  const written = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const one = value === undefined ? undefined : parameters.find((each) => each.name === name);
    if (!one) return [[name, value]];
    return isNothing(one, value) ? [] : Object.entries(write(one, value));
  });
  // A written name is encoded already.
  const names = written.map(([name, value]) => value !== undefined && encodeURIComponent(name).replaceAll("%25", "%"));
  const twice = names.find((name, index) => name !== false && names.indexOf(name) < index);
  if (twice !== undefined)
    invalid(`${parameters[0]?.in}.${twice}`, "be sent once: an object of the call has a key of that name");
  return Object.fromEntries(written);
}

/** Whether a style writes nothing of a value: an array without items, or an object without members. */
function isNothing({ style, type }: StyledParameter, value: unknown): boolean {
  if (type || style === "json" || style === "deepObject") return false;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every((item) => item === undefined || item === null);
}

/** Members of the query. The client encodes their values, not their names. */
function queryOf(one: StyledParameter, value: unknown): Values {
  const { name, style, explode } = one;
  if (style === "json") return { [name]: JSON.stringify(value) };
  if (style === "deepObject" && !isObject(value)) invalid(`query.${name}`, "be an object");
  if (style === "deepObject") return Object.fromEntries(bracketed(one, encodeURIComponent(name), value));
  if (Array.isArray(value))
    return { [name]: explode || style === "form" ? value : textsOf(one, value).join(SEPARATORS[style]) };
  if (!isObject(value)) return { [name]: value };
  const members = membersOf(one, value);
  if (explode) return Object.fromEntries(members.map(([key, item]) => [encodeURIComponent(key), item]));
  const flat = members.flat();
  return { [name]: style === "form" ? flat : flat.join(SEPARATORS[style]) };
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** `deepObject` at any depth, as servers read it: `filter[tags][0]=new`. */
function bracketed(one: StyledParameter, name: string, value: unknown): [string, string][] {
  if (!isObject(value)) return value === undefined ? [] : [[name, text(one, value)]];
  return Object.entries(value).flatMap(([key, item]) => bracketed(one, `${name}[${encodeURIComponent(key)}]`, item));
}

function cookieOf(one: StyledParameter, value: unknown): Values {
  if (one.explode && Array.isArray(value)) return { [one.name]: textsOf(one, value) };
  if (one.explode && isObject(value)) return Object.fromEntries(membersOf(one, value));
  return { [one.name]: written(one, value) };
}

/** The headers with a `Cookie`. An array repeats its name. */
function withCookies(header: Values, cookies: Values): Values {
  const headers = new Headers();
  for (const [name, value] of Object.entries(cookies))
    for (const item of [value].flat())
      addCookie(headers, `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`);
  const cookie = headers.get("cookie");
  return cookie === null ? header : { ...header, Cookie: cookie };
}

function pathOf(one: StyledParameter, value: unknown): string {
  const path = written(one, value, encodeURIComponent);
  if (/^(\.{0,2}|;)$/.test(path)) invalid(`path.${one.name}`, "not be empty, . or ..");
  return path;
}

/** A value as openapi-fetch writes it in one text: names and values encoded, or for a header as they are. */
function written(one: StyledParameter, value: unknown, encode: (text: string) => string = String): string {
  if (one.style === "json") return encode(JSON.stringify(value));
  const style = one.style === "label" || one.style === "matrix" ? one.style : "simple";
  const options = { style, explode: one.explode ?? false, allowReserved: encode === String } as const;
  const name = encode(one.name);
  if (Array.isArray(value)) return serializeArrayParam(name, textsOf(one, value), options);
  if (!isObject(value)) return { simple: "", label: ".", matrix: `;${name}=` }[style] + encode(text(one, value));
  const members = membersOf(one, value).map(([key, item]) => [encode(key), item]);
  return serializeObjectParam(name, Object.fromEntries(members), options);
}

const textsOf = (one: StyledParameter, values: readonly unknown[]) => values.map((item) => text(one, item));

function membersOf(one: StyledParameter, value: object): [string, string][] {
  const members = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return members.map(([key, item]) => [key, text(one, item)]);
}

function text(one: StyledParameter, value: unknown): string {
  if (!isSerializable(value)) invalid(`${one.in}.${one.name}`, "consist of strings, finite numbers and booleans");
  return `${value}`;
}

/** A date, a map and others with a text or a tag of their own have no members to write. */
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value || Symbol.toStringTag in value);

/** Adds a cookie to a request. Throws in a browser, which sends only its own. */
export function addCookie(headers: Headers, pair: string): void {
  if (inBrowser()) throw new TypeError("a browser sends only its own cookies: call the service from a server");
  const before = headers.get("cookie");
  headers.set("cookie", before ? `${before}; ${pair}` : pair);
}
