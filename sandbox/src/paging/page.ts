import type { Effects } from "../faults/faults.js";
import type { ErrorDetail, ErrorResponse } from "../responses/error-response.js";

/** The query parameters of a list. */
interface PagedQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly usemarker?: boolean;
  readonly marker?: string;
}

/** The request of a list. */
export interface PagedContext {
  readonly operationId: string;
  readonly path: object;
  readonly query: PagedQuery | undefined;
  readonly effects: Effects;
  errorResponse(example: string, detail?: ErrorDetail): ErrorResponse;
}

interface OffsetPage<Entry> {
  entries: Entry[];
  offset: number;
  limit: number;
  total_count: number;
  next_marker: string | null;
}

interface MarkerPage<Entry> {
  entries: Entry[];
  limit: number;
  next_marker: string | null;
  prev_marker: string | null;
}

const DEFAULT_LIMIT = 100;
/** A higher limit is lowered to this. */
const MAX_LIMIT = 1000;

/**
 * Returns the requested page of a list: by marker with `usemarker=true` or a `marker`, otherwise by offset. A page by
 * offset has a `next_marker` too, for clients that follow markers without asking for them.
 */
export function pageOf<Record, Entry>(
  context: PagedContext,
  records: readonly Record[],
  keyOf: (record: Record) => string,
  serialize: (record: Record) => Entry,
): OffsetPage<Entry> | MarkerPage<Entry> {
  const { usemarker = false, marker, offset = 0 } = context.query ?? {};
  if (usemarker || marker !== undefined) return markerPageOf(context, records, keyOf, serialize);
  const limit = limitOf(context);
  const end = offset + limit;
  const next_marker = end < records.length ? markerAt(context, records, keyOf, end) : null;
  return {
    entries: records.slice(offset, end).map(serialize),
    offset,
    limit,
    total_count: records.length,
    next_marker,
  };
}

/** Returns the requested page of a list by marker. */
export function markerPageOf<Record, Entry>(
  context: PagedContext,
  records: readonly Record[],
  keyOf: (record: Record) => string,
  serialize: (record: Record) => Entry,
): MarkerPage<Entry> {
  const { query = {} } = context;
  const limit = limitOf(context);
  const marker = (index: number) => markerAt(context, records, keyOf, index);
  const start = query.marker === undefined ? 0 : startAt(context, records, keyOf, readMarker(query.marker));
  const end = start + limit;
  const prev_marker = start === 0 ? null : marker(Math.max(0, start - limit));
  const fault = context.effects.next(["empty_page", "repeated_marker"]);
  if (fault?.kind === "empty_page")
    return { entries: [], limit, next_marker: newMarker(marker(start), query.marker), prev_marker };
  const next_marker = fault !== undefined ? marker(start) : end < records.length ? marker(end) : null;
  return { entries: records.slice(start, end).map(serialize), limit, next_marker, prev_marker };
}

/** The requested limit, lowered by the maximum or by a fault. */
function limitOf({ query, effects }: Pick<PagedContext, "query" | "effects">): number {
  const lowered = effects.next(["lowered_limit"])?.limit ?? MAX_LIMIT;
  return Math.min(query?.limit ?? DEFAULT_LIMIT, lowered, MAX_LIMIT);
}

/** The marker of the page that starts at a position. */
function markerAt<Record>(
  context: PagedContext,
  records: readonly Record[],
  keyOf: (record: Record) => string,
  index: number,
): string {
  const keys = records.slice(Math.max(0, index - 1), index + 1).map(keyOf);
  return markerOf([...listOf(context), index, ...(index === 0 ? ["", ...keys] : keys)]);
}

/** A marker is valid only for the same operation, path and filters. */
function listOf({ operationId, path, query = {} }: PagedContext): readonly [string, string] {
  const { limit, offset, usemarker, marker, ...filters } = query;
  return [operationId, JSON.stringify([...Object.entries(path), ...Object.entries(filters)].sort())];
}

/** Finds the start of a page: the next entry of the marker or, if deleted, the position after the previous one. */
function startAt<Record>(
  context: PagedContext,
  records: readonly Record[],
  keyOf: (record: Record) => string,
  marker: readonly unknown[] | undefined,
): number {
  const [operationId, filters] = listOf(context);
  const [operation, given, index, before, next] = marker ?? [];
  if (operation !== operationId || given !== filters || !isPosition(index))
    throw context.errorResponse("unknown_marker");
  const at = records[index];
  if (index === 0 || (at !== undefined && keyOf(at) === next)) return index;
  const found = records.findIndex((record) => keyOf(record) === next);
  if (found !== -1) return found;
  const last = records.findIndex((record) => keyOf(record) === before);
  return last === -1 ? index : last + 1;
}

function isPosition(index: unknown): index is number {
  return typeof index === "number" && Number.isSafeInteger(index) && index >= 0;
}

/** Encodes a marker. */
export function markerOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Decodes a marker. Undefined for an invalid one. */
export function readMarker(marker: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(marker, "base64url").toString());
    // Decoding is lenient, so compare with the encoded marker.
    return Array.isArray(parts) && markerOf(parts) === marker ? parts : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a new marker with the position of another one: a client may treat a repeated marker as an endless list. `sent`
 * is the marker of the request.
 */
export function newMarker(marker: string, sent: string | undefined): string {
  const before = sent === undefined ? undefined : readMarker(sent)?.at(-1);
  const count = typeof before === "object" && before !== null && "empty" in before ? Number(before.empty) : 0;
  return markerOf([...(readMarker(marker) ?? []), { empty: count + 1 }]);
}
