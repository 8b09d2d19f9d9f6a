import type { Effects } from "../faults/faults.js";
import type { ErrorDetail, ErrorResponse } from "../responses/error-response.js";

/** What the lists of the contract have in their query. */
interface PagedQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly usemarker?: boolean;
  readonly marker?: string;
}

/** The records of a list, or their numbers in a typed array. */
interface Records<Record> {
  readonly length: number;
  readonly [index: number]: Record;
  slice(start: number, end: number): Iterable<Record> & ArrayLike<Record>;
  findIndex(fits: (record: Record) => boolean): number;
}

/** The call of a list, of any operation. */
export interface PagedContext {
  readonly operationId: string;
  readonly path: object;
  readonly query: PagedQuery | undefined;
  readonly effects: Effects;
  errorResponse(example: string, detail?: ErrorDetail): ErrorResponse;
}

/** A page by offset. */
interface OffsetPage<Entry> {
  entries: Entry[];
  offset: number;
  limit: number;
  total_count: number;
}

/** A page by marker. */
interface MarkerPage<Entry> {
  entries: Entry[];
  limit: number;
  next_marker: string | null;
  prev_marker: string | null;
}

const DEFAULT_LIMIT = 100;
/** A higher limit is lowered to this. */
const MAX_LIMIT = 1000;

/** Gives the page of a list that a call asks for, by marker with `usemarker=true` and else by offset. */
export function pageOf<Record, Entry>(
  context: PagedContext,
  records: Records<Record>,
  keyOf: (record: Record) => string,
  present: (record: Record) => Entry,
): OffsetPage<Entry> | MarkerPage<Entry> {
  if (context.query?.usemarker === true) return markerPageOf(context, records, keyOf, present);
  if (context.query?.marker !== undefined) {
    const message = "A marker needs usemarker=true.";
    throw context.errorResponse("unknown_marker", {
      errors: [{ reason: "invalid_parameter", name: "marker", message }],
    });
  }
  const limit = limitOf(context);
  const offset = context.query?.offset ?? 0;
  const entries = Array.from(records.slice(offset, offset + limit), present);
  return { entries, offset, limit, total_count: records.length };
}

/** Gives a page by marker. */
export function markerPageOf<Record, Entry>(
  context: PagedContext,
  records: Records<Record>,
  keyOf: (record: Record) => string,
  present: (record: Record) => Entry,
): MarkerPage<Entry> {
  const { query = {} } = context;
  const limit = limitOf(context);
  const list = [context.operationId, listOf(context)];
  const marker = (index: number) => {
    const keys = Array.from(records.slice(Math.max(0, index - 1), index + 1), keyOf);
    return markerOf([...list, index, ...(index === 0 ? ["", ...keys] : keys)]);
  };
  const start = query.marker === undefined ? 0 : startAt(context, records, keyOf, readMarker(query.marker), list);
  const end = start + limit;
  const prev_marker = start === 0 ? null : marker(Math.max(0, start - limit));
  const fault = context.effects.next(["empty_page", "repeated_marker"]);
  if (fault?.kind === "empty_page")
    return { entries: [], limit, next_marker: newMarker(marker(start), query.marker), prev_marker };
  const next_marker = fault !== undefined ? marker(start) : end < records.length ? marker(end) : null;
  return { entries: Array.from(records.slice(start, end), present), limit, next_marker, prev_marker };
}

/** The limit that a list uses: the one that was asked for, unless the list or a fault has a lower one. */
function limitOf({ query, effects }: Pick<PagedContext, "query" | "effects">): number {
  const lowered = effects.next(["lowered_limit"])?.limit ?? MAX_LIMIT;
  return Math.min(query?.limit ?? DEFAULT_LIMIT, lowered, MAX_LIMIT);
}

/** A marker is of one list alone: of an operation with its path and its filters. */
function listOf({ path, query = {} }: PagedContext): string {
  const { limit, offset, usemarker, marker, ...filters } = query;
  return JSON.stringify([...Object.entries(path), ...Object.entries(filters)].sort());
}

function isPosition(index: unknown): index is number {
  return typeof index === "number" && Number.isSafeInteger(index) && index >= 0;
}

/** Goes on with the entry that was to come next, or behind the one before it, also when others have gone since. */
function startAt<Record>(
  context: PagedContext,
  records: Records<Record>,
  keyOf: (record: Record) => string,
  marker: readonly unknown[] | undefined,
  list: readonly string[],
): number {
  const [operation, filters, index, before, next] = marker ?? [];
  if (operation !== list[0] || filters !== list[1] || !isPosition(index)) throw context.errorResponse("unknown_marker");
  const at = records[index];
  if (index === 0 || (at !== undefined && keyOf(at) === next)) return index;
  const found = records.findIndex((record) => keyOf(record) === next);
  if (found !== -1) return found;
  const last = records.findIndex((record) => keyOf(record) === before);
  return last === -1 ? index : last + 1;
}

/** Makes a marker: text that says nothing to whoever gets it, and everything to `readMarker`. */
export function markerOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Reads a marker, and gives undefined for a text that is none. */
export function readMarker(marker: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(marker, "base64url").toString());
    // Decoding is lenient: only what `markerOf` has written reads back the same.
    return Array.isArray(parts) && markerOf(parts) === marker ? parts : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A marker that leads where another one does and is none that was there before: a client that gets a marker twice takes
 * the list for one without an end. `sent` is the marker with which the page was asked for.
 */
export function newMarker(marker: string, sent: string | undefined): string {
  const before = sent === undefined ? undefined : readMarker(sent)?.at(-1);
  const count = typeof before === "object" && before !== null && "empty" in before ? Number(before.empty) : 0;
  return markerOf([...(readMarker(marker) ?? []), { empty: count + 1 }]);
}
