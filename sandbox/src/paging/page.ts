import { parseJson } from "content-service-contract";
import type { Effects } from "../faults/faults.js";
import type { ErrorDetail, ErrorResponse } from "../responses/error-response.js";

interface PagedQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly usemarker?: boolean;
  readonly marker?: string;
  readonly fields?: readonly string[];
}

/** A record, or what a list shows of several ones under one id. */
interface Identified {
  readonly id: string;
}

export interface PagedContext {
  readonly operationId: string;
  readonly path: object;
  readonly query: PagedQuery | undefined;
  readonly effects: Effects;
  errorResponse(example: string, detail?: ErrorDetail): ErrorResponse;
}

const DEFAULT_LIMIT = 100;
/** A higher limit is lowered to this. */
const MAX_LIMIT = 1000;

/**
 * Returns the requested page of a list, which is in the order of `byId`: by marker with `usemarker=true` or a
 * `marker`, otherwise by offset. A page by offset has a `next_marker` too, for clients that follow markers without asking
 * for them.
 */
export function pageOf<Record extends Identified, Entry>(
  context: PagedContext,
  records: readonly Record[],
  serialize: (record: Record) => Entry,
) {
  const { usemarker = false, marker, offset = 0 } = context.query ?? {};
  if (usemarker || marker !== undefined) return markerPageOf(context, records, serialize);
  const limit = limitOf(context);
  const end = offset + limit;
  const next_marker = end < records.length ? markerAt(context, records, end, "forward") : null;
  return {
    entries: records.slice(offset, end).map(serialize),
    offset,
    limit,
    total_count: records.length,
    next_marker,
  };
}

/** Returns the requested page of a list, which is in the order of `byId`, by marker. */
export function markerPageOf<Record extends Identified, Entry>(
  context: PagedContext,
  records: readonly Record[],
  serialize: (record: Record) => Entry,
) {
  const { marker: sent } = context.query ?? {};
  const limit = limitOf(context);
  const place = sent === undefined ? FIRST : placeOf(context, sent);
  const index = indexOf(records, place);
  const isBack = place.direction === "back";
  const [start, end] = isBack ? [Math.max(0, index - limit), index] : [index, index + limit];
  const marker = (at: number, direction: Direction) => markerAt(context, records, at, direction);
  const prev_marker = start === 0 ? null : marker(start, "back");
  const fault = context.effects.next(["empty_page", "repeated_marker"])?.kind;
  if (fault === "empty_page")
    return { entries: [], limit, next_marker: newMarker(marker(start, "forward"), sent), prev_marker };
  const next = end < records.length ? marker(end, "forward") : null;
  const next_marker = fault === undefined ? next : (sent ?? marker(start, "forward"));
  return { entries: records.slice(start, end).map(serialize), limit, next_marker, prev_marker };
}

/** Compares the ids of two records. Most are numbers, so a longer one is higher. New records have the highest ids. */
export function byId({ id: one }: Identified, { id: other }: Identified): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** The requested limit, lowered by the maximum or by a fault. */
function limitOf({ query, effects }: Pick<PagedContext, "query" | "effects">): number {
  const lowered = effects.next(["lowered_limit"])?.limit ?? MAX_LIMIT;
  return Math.min(query?.limit ?? DEFAULT_LIMIT, lowered, MAX_LIMIT);
}

/**
 * A place between two entries, beside the place of an id in the order of ids: a marker stays right whatever is added and
 * removed. A page starts there, or ends there if its direction is `back`.
 */
interface Place {
  readonly side: "before" | "after";
  readonly id: string;
  readonly direction: Direction;
}
type Direction = "forward" | "back";

const FIRST: Place = { side: "before", id: "", direction: "forward" };

/** The marker of the place before the entry at an index. A page forward starts after the last entry of the page before. */
function markerAt(context: PagedContext, records: readonly Identified[], index: number, direction: Direction): string {
  const [before, next] = [records[index - 1], records[index]];
  const place = direction === "back" && next !== undefined ? ["before", next.id] : ["after", before?.id ?? ""];
  return markerOf([...listOf(context), ...place, direction]);
}

/** The index of the first entry behind a place. */
function indexOf(records: readonly Identified[], { side, id }: Place): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = records[middle];
    const order = record === undefined ? 1 : byId(record, { id });
    if (order < 0 || (order === 0 && side === "after")) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A marker is valid only for the same operation, path and filters. */
function listOf({ operationId, path, query = {} }: PagedContext): readonly [string, string] {
  const { limit, offset, usemarker, marker, fields, ...filters } = query;
  return [operationId, JSON.stringify([...Object.entries(path), ...Object.entries(filters)].sort())];
}

function placeOf(context: PagedContext, marker: string): Place {
  const [operationId, filters] = listOf(context);
  const [operation, given, side, id, direction] = readMarker(marker) ?? [];
  const isOfList = operation === operationId && given === filters && typeof id === "string";
  const isPlace = (side === "before" || side === "after") && (direction === "forward" || direction === "back");
  if (!isOfList || !isPlace) throw context.errorResponse("unknown_marker");
  return { side, id, direction };
}

export function markerOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Decodes a marker. Undefined for an invalid one. */
export function readMarker(marker: string): readonly unknown[] | undefined {
  const parts = parseJson(Buffer.from(marker, "base64url").toString());
  // Decoding is lenient, so compare with the encoded marker.
  return Array.isArray(parts) && markerOf(parts) === marker ? parts : undefined;
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
