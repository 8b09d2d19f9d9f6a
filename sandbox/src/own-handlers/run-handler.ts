import type { Operation } from "content-service-contract";
import { formatTime } from "../clock/time.js";
import type { Context, SignedInContext } from "../handlers/context.js";
import { visibleFile, visibleFolder } from "../handlers/find-item.js";
import { byId, pageOf } from "../paging/page.js";
import { badRequestCode, type ErrorDetail, ErrorResponse, type ErrorResponses } from "../responses/error-response.js";
import { isJsonType, type PlainResponse } from "../responses/plain-response.js";
import { serializeItem } from "../serialize/items.js";
import type { FileRecord, FolderRecord, UserRecord, WebLinkRecord } from "../store/records.js";
import type { Handler, HandlerContext } from "./define-handlers.js";
import { createRecords } from "./own-records.js";

/** What the context of a handler of your own is made of. */
export interface OwnRequest {
  readonly operation: Operation;
  /** The context of a built-in handler, whose viewer is undefined for an operation without security. */
  readonly context: Context<unknown> & { readonly viewer: UserRecord | undefined };
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly errorResponses: ErrorResponses;
  /** Adds the changes of a function to those of the request. */
  readonly logged: <T>(work: () => T) => T;
}

/** The result of a handler: the JSON body of the documented success, or a whole response. */
export interface HandlerResult {
  readonly value?: unknown;
  readonly response?: PlainResponse;
}

export async function runOwnHandler(handler: Handler, request: OwnRequest): Promise<HandlerResult> {
  const result: unknown = await handler(ownContext(request));
  if (result instanceof ErrorResponse) throw result;
  if (result instanceof Response) return { response: await ofResponse(result) };
  const success = request.operation.responses.find(({ status }) => status.startsWith("2"));
  const type = success?.content[0]?.type ?? "application/octet-stream";
  const isText = typeof result === "string" && success?.content[0] !== undefined && !isJsonType(type);
  const body = result instanceof Uint8Array ? new Uint8Array(result) : isText ? result : undefined;
  if (body === undefined) return { value: result };
  return { response: { status: statusOf(success?.status), headers: { "content-type": type }, body } };
}

/** The status of a documented success. Such as `2XX` has none of its own. */
export function statusOf(documented: string | undefined): number {
  return /^\d+$/.test(documented ?? "") ? Number(documented) : 200;
}

function ownContext({ operation, context, errorResponses, logged, ...request }: OwnRequest): HandlerContext {
  const { store, path, query, header, viewer, effects } = context;
  const caller = (): UserRecord => {
    if (viewer === undefined) throw new Error(`${operation.id} has no caller: its document asks for no token`);
    return viewer;
  };
  // Only an operation with a caller can use it.
  const signedIn = (): SignedInContext<unknown> => Object.assign(Object.create(context), { viewer: caller() });
  return {
    operationId: operation.id,
    // The values match the document.
    ...(request as Pick<HandlerContext, "url" | "headers" | "body">),
    ...({ path, query, header } as Pick<HandlerContext, "path" | "query" | "header">),
    get caller() {
      return caller();
    },
    get nowMs() {
      return context.nowMs;
    },
    get now() {
      return formatTime(context.nowMs);
    },
    records: createRecords(store, () => context.nowMs, logged),
    nextId: store.nextId,
    visible(type, id) {
      const found = type === "file" ? visibleFile(signedIn(), id) : visibleFolder(signedIn(), id);
      // The type of the item is that of the caller.
      return found as never;
    },
    serialize: (item: FileRecord | FolderRecord | WebLinkRecord, fields = fieldsOf(query)) =>
      // A record of the service is JSON.
      serializeItem(signedIn(), item, fields) as never,
    page<Record extends { readonly id: string }>(
      records: readonly Record[],
      serialize: (record: Record) => unknown = (record) => record,
    ) {
      const unknownMarker = () =>
        errorResponses.plain(400, badRequestCode(operation), "The marker is not one of this list.");
      // The values match the document.
      const paged = { operationId: operation.id, path: path as object, query: query as object, effects };
      return pageOf({ ...paged, errorResponse: unknownMarker }, records.toSorted(byId), serialize) as never;
    },
    error: (first: string | number, second?: string | ErrorDetail, message?: string) =>
      typeof first === "number"
        ? errorResponses.plain(first, String(second), message ?? "")
        : errorResponses.named(first, typeof second === "object" ? second : {}),
  };
}

function fieldsOf(query: unknown): readonly string[] | undefined {
  const fields: unknown = Reflect.get(Object(query), "fields");
  return Array.isArray(fields) ? fields.map(String) : undefined;
}

/** JSON is read, so that the journal validates it. Every other body stays a stream. */
async function ofResponse(response: Response): Promise<PlainResponse> {
  const { status, body, bodyUsed } = response;
  // Another one could not be sent, and the connection would close without a reason.
  if (status === 0 || bodyUsed)
    throw new TypeError(`Expected a whole response; received one ${bodyUsed ? "that was read" : "without a status"}`);
  const headers = Object.fromEntries(response.headers);
  return { status, headers, body: isJsonType(headers["content-type"]) ? await response.text() : body };
}
