import { invalid, known } from "../checks.js";
import type { CallOptions, CallPromise } from "./call-options.js";
import type { OperationInfo, PagedArguments, PagedOperation, Paging } from "./operation.js";
import {
  brandHeader,
  checkOffset,
  explodeArrays,
  hideSecrets,
  isTokenError,
  setContentType,
  toTokenServer,
} from "./request-hooks.js";

declare const method: unique symbol;

/** An operation of your own: its row in the operation table, with the type of its method. */
export interface OperationDefinition<Method> extends OperationInfo {
  /** The type of the method. There is no such member at run time. */
  readonly [method]: Method;
}

/** Operations of your own by the names of their methods. */
export type OperationDefinitions = Readonly<Record<string, OperationDefinition<unknown>>>;

/** The methods of the definitions in a table. Other rows have no type of their own. */
export type DefinedMethods<Table> = {
  [Name in keyof Table as Table[Name] extends OperationDefinition<unknown> ? Name : never]: Table[Name] extends {
    readonly [method]: infer Method;
  }
    ? Method
    : never;
};

/** The parts of a request. */
export interface OperationInput {
  /** The parameters of the path template, as text. */
  path?: Readonly<Record<string, string>> | undefined;
  /** Strings, numbers, booleans and arrays of them. */
  query?: object | undefined;
  /** Headers by their names. */
  header?: object | undefined;
  /** Sent as JSON, or as the `codec` of the operation does. */
  body?: unknown;
}

/** The run-time data of an operation of your own. */
export interface OperationDefinitionRow extends Omit<OperationInfo, "serializers" | "isError"> {
  /** The HTTP method, in upper case. */
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
}

/**
 * Defines an operation that the contract does not have, for the option `operations` of `createClient`, or for
 * `createPartialClient`. `Input` has the members `path`, `query`, `header` and `body` of the call; `Result` is the body of a
 * success, `void` with `empty: true`, or the page with `paging`. Nothing checks at run time that responses match it. A
 * single type argument is the type of the whole method.
 * @throws TypeError when the row is invalid.
 * @example
 * interface Comment { id: string; message: string }
 * const getComment = defineOperation<{ path: { comment_id: string } }, Comment>({
 *   method: "GET",
 *   path: "/comments/{comment_id}",
 * });
 * const client = createClient({ baseUrl: "https://api.content.example/2.0", auth: token, operations: { getComment } });
 * const { message } = await client.getComment({ path: { comment_id: "9101" } });
 * console.log(message);
 */
export function defineOperation<Method extends (...args: never) => Promise<unknown>>(
  row: OperationDefinitionRow,
): OperationDefinition<Method>;
export function defineOperation<Input extends OperationInput, Page extends { entries: readonly unknown[] }>(
  row: OperationDefinitionRow & { readonly paging: Paging },
): OperationDefinition<PagedOperation<Input & CallOptions, Page>>;
export function defineOperation<Input extends OperationInput, Result>(
  row: OperationDefinitionRow & { readonly paging?: never },
): OperationDefinition<(...args: PagedArguments<Input & CallOptions, never, []>) => CallPromise<Result>>;
export function defineOperation(row: OperationDefinitionRow): OperationInfo {
  const { method, path, token, paging, codec, hooks = [] } = known(row, ROW);
  const { contentType = token && "application/x-www-form-urlencoded" } = row;
  if (!METHODS.includes(method)) invalid("method", `be one of ${METHODS.join(", ")}`);
  if (!isTemplate.test(path))
    invalid("path", "be a template such as /comments/{comment_id}, without . or .. segments and query");
  if (paging && !["query", "body"].includes(known(paging, PAGING, "paging.").marker))
    invalid("paging.marker", "be query or body");
  for (const name of ["secrets", "explode", "hooks"] as const)
    if (row[name] !== undefined && !Array.isArray(row[name])) invalid(name, "be an array");
  if (!hooks.every((hook) => typeof hook === "function")) invalid("hooks", "be functions");
  // Without a codec, openapi-fetch writes a text as JSON, in quotes.
  const isPlain = /\bjson\b|urlencoded$/.test(contentType || "json");
  if (codec ? !codec.exchange : !isPlain || row.as || row.optionalBody || row.redirects)
    invalid("codec", "be bytes, for all but plain JSON");
  const serializers = [
    row.explode && explodeArrays,
    row.secrets && hideSecrets,
    contentType && setContentType,
    codec?.serializer,
    row.parameters?.serializer,
  ];
  const all = [paging && checkOffset, brandHeader, ...hooks, token && toTokenServer, codec?.hook];
  return {
    ...row,
    ...(token && { isError: isTokenError }),
    ...(contentType && { contentType }),
    serializers: serializers.filter((one) => !!one),
    hooks: all.filter((one) => !!one),
  };
}

const METHODS = ["GET", "PUT", "POST", "PATCH", "DELETE"];

/** Segments of plain characters and of parameters. */
const isTemplate = /^\/(?:(?!\.\.?(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{[\w.~-]+\})+(?:\/|$))*$/;

/** The members of a row, each with a value of its type. */
const ROW = {
  ...{ method: "", path: "", safe: true, token: true, hint: "", secrets: [], empty: true, contentType: "" },
  ...{ optionalBody: true, codec: {}, as: "", redirects: true, explode: [], paging: {}, security: Function },
  ...{ parameters: {}, readError: Function, hooks: [] },
};
const PAGING = { marker: "", usemarker: true, maxOffset: 0, read: Function };
