import type { Json, JsonObject } from "content-service-contract";
import type { components } from "../../../generated/types.js";
import type { BodyOf, ParametersOf, SuccessBodyOf } from "../handlers/context.js";
import type { Bytes } from "../responses/plain-response.js";
import type { Access } from "../store/access.js";
import type { FileRecord, FolderRecord, UserRecord, WebLinkRecord } from "../store/records.js";
import type { Records } from "./own-records.js";

/** The request of an operation, and the sandbox. `Operation` is a member of the generated `operations`. */
export interface HandlerContext<Operation = AnyOperation> {
  /** The `operationId` of the document. */
  readonly operationId: string;
  /** The URL of the request: on a server, with the host and port that the client used. */
  readonly url: string;
  /** All headers of the request. */
  readonly headers: Headers;
  /** The path parameters, which match the document like the query, the header parameters and the body. */
  readonly path: ParametersOf<Operation, "path">;
  /** The query parameters, with the defaults of their schemas. */
  readonly query: ParametersOf<Operation, "query">;
  /** The header parameters, by their names in the document. */
  readonly header: ParametersOf<Operation, "header">;
  /** The body: a value for JSON and `application/x-www-form-urlencoded`, `FormData` for `multipart/form-data`, text for `text/*`, and bytes for all others. */
  readonly body: OwnBodyOf<Operation>;
  /** The user of the token, or of `As-User`. Throws an `Error` for a request that needs no credential and has none. */
  readonly caller: UserRecord;
  /** The time of the sandbox, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The time of the sandbox as in records, such as `2026-03-04T08:00:00+00:00`. */
  readonly now: string;
  /**
   * The records of a list of the seed, such as `files`, or of a collection of your own, which is empty at first. Snapshots
   * contain both, and a reset restores both.
   */
  readonly records: Records;
  /** Returns a new id. */
  nextId(): string;
  /** The file or folder with an id, and what the caller may do with it. Undefined if it is missing, hidden or in the trash. */
  visible<Type extends "file" | "folder">(type: Type, id: string): VisibleItem<Type> | undefined;
  /** Writes a file, a folder or a web link as the service does, by default with the `fields` of the query. */
  serialize(item: FileRecord, fields?: readonly string[]): Schemas["File"];
  serialize(item: FolderRecord, fields?: readonly string[]): Schemas["Folder"];
  serialize(item: WebLinkRecord, fields?: readonly string[]): Schemas["WebLink"];
  /** The page of a list that the query asks for, by offset or by marker, in the order of the ids. */
  page<Record extends { readonly id: string }, Entry = Record>(
    records: readonly Record[],
    serialize?: (record: Record) => Entry,
  ): Schemas["Page"] & { entries: Entry[] };
  /** Creates the error response of a named example of the operation, for `throw`. */
  error(example: string, detail?: { readonly message?: string }): Error;
  /** Creates an error response without an example, for `throw`. */
  error(status: number, code: string, message: string): Error;
}

type Schemas = components["schemas"];

/** A visible file or folder. */
export interface VisibleItem<Type extends "file" | "folder"> {
  readonly item: Type extends "file" ? FileRecord : FolderRecord;
  readonly access: Access;
}

/** An operation without generated types. */
export interface AnyOperation {
  readonly parameters: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: JsonObject;
    readonly header: Readonly<Record<string, string>>;
  };
  readonly anyBody: Json | Bytes | FormData | undefined;
}

/**
 * Handles an operation. Returns the body of the documented success (a value for JSON, text or bytes for other media types,
 * `undefined` for none), or a `Response` for everything else: other statuses and headers, redirects, streams. Throws
 * `context.error(…)`.
 */
export type Handler<Operation = AnyOperation> = (context: HandlerContext<Operation>) => ResultOf<Operation>;

/** Handlers by the `operationId`, or by the name of the generated method. `defineHandlers` makes them with types. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Handlers with the types of the generated `operations`. */
export type HandlersOf<Operations> = { readonly [Id in keyof Operations]?: Handler<Operations[Id]> };

/**
 * Types handlers by the `operations` of `content-service-codegen` or openapi-typescript.
 *
 * @example
 * import type { operations } from "./generated/types.js";
 * export default defineHandlers<operations>({
 *   getComment: ({ path, records, error }) => records<Comment>("comments").get(path.comment_id) ?? fail(error("not_found")),
 * });
 */
export function defineHandlers<Operations>(handlers: HandlersOf<Operations>): Handlers {
  // The sandbox validates each request, so its values have the types of the document.
  return handlers as Handlers;
}

type OwnBodyOf<Operation> = Operation extends { anyBody: infer Body } ? Body : BodyOf<Operation>;
type ResultOf<Operation> = Operation extends { responses: infer Responses }
  ? Result<SuccessBodyOf<Responses>>
  : unknown;
type Result<Body> = Body | Response | Bytes | Promise<Body | Response | Bytes>;
