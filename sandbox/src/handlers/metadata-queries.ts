import { hash } from "node:crypto";
import type { operations } from "../../../generated/types.js";
import { markerOf, newMarker, readMarker } from "../paging/page.js";
import { compileCondition } from "../query/conditions.js";
import type { FieldType } from "../query/keys.js";
import { parseQuery } from "../query/parse-query.js";
import { ArgumentError, QueryError } from "../query/query-error.js";
import { orderBy, type Place, type Search, type SortField, search, shuffledBy } from "../query/search.js";
import { fileMini, folderMini, serializeFile, serializeFolder } from "../serialize/items.js";
import { accessTo, type View } from "../store/access.js";
import { type FileRecord, type FolderRecord, type ItemRecord, ROOT_ID, type TemplateRecord } from "../store/records.js";
import { templateName } from "../store/store.js";
import { isBelow, isInTrash } from "../store/tree.js";
import { type Handlers, invalid, type SignedInContext } from "./context.js";
import { visibleFolder } from "./find-item.js";

type QueryContext = SignedInContext<operations["queryMetadata"]>;

export const metadataQueries: Handlers<"queryMetadata"> = {
  queryMetadata(context) {
    const { body } = context;
    const template = templateOf(context);
    const folderId = body.ancestor_folder_id;
    if (folderId !== ROOT_ID && visibleFolder(context, folderId) === undefined)
      throw context.errorResponse("folder_not_found");
    const fields = new Map(template.fields.map(({ key, type }) => [key, type]));
    const sorted = sortFields(context, fields);
    const { query } = body;
    const condition = query === undefined ? undefined : withQueryErrors(context, () => parseQuery(query));
    requireIndex(context, template, [...(condition?.fields ?? []), ...sorted.slice(0, 1).map(({ key }) => key)]);
    const from = startOf(context);
    const order = from.shuffle === undefined ? orderBy(sorted) : shuffledBy(from.shuffle);
    const parameters = body.query_params ?? {};
    const compile = () => (condition === undefined ? () => true : compileCondition(condition, fields, parameters));
    const matches = withQueryErrors(context, compile);
    return pageOf(context, { template: templateName(template), matches, order }, from);
  },
};

/** A template with more instances needs an index. */
const MAX_WITHOUT_INDEX = 10_000;
const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

function templateOf(context: QueryContext): TemplateRecord {
  const { store, viewer, body, errorResponse } = context;
  const own = body.from.startsWith(`enterprise_${viewer.enterprise_id}.`);
  const template = own ? store.metadata_templates.get(body.from) : undefined;
  if (template === undefined) throw errorResponse("template_not_found");
  return template;
}

function sortFields({ body, errorResponse }: QueryContext, fields: ReadonlyMap<string, FieldType>): SortField[] {
  return (body.order_by ?? []).map(({ field_key: key, direction }, at) => {
    const type = fields.get(key);
    const unsortable = (message: string) =>
      invalid(errorResponse, "unsortable_field", [`order_by[${at}].field_key`, message]);
    if (type === undefined) throw unsortable(`The template has no field ${key}.`);
    if (type === "enum" || type === "multiSelect") throw unsortable("A field of this type cannot be sorted by.");
    return { key, type, descending: direction.toLowerCase() === "desc" };
  });
}

/**
 * Throws `index_required` for a large template, unless the query names the index of a field that it compares or first sorts by.
 * A query without such fields can name any index.
 */
function requireIndex(
  { store, body, errorResponse }: QueryContext,
  template: TemplateRecord,
  compared: readonly string[],
): void {
  if (store.instancesByTemplate.of(templateName(template)).size <= MAX_WITHOUT_INDEX) return;
  const keys = template.fields.map(({ key }) => key);
  // A template without fields has an index, too.
  const known = keys.length > 0 ? keys : ["id"];
  const useful = compared.length > 0 ? compared : known;
  const first = useful.find((key) => known.includes(key));
  const nameOf = (key: string) => `${template.templateKey}_${key}`;
  if (first === undefined || useful.some((key) => nameOf(key) === body.use_index)) return;
  throw errorResponse("index_required", { message: `The query needs an index. Set use_index to ${nameOf(first)}.` });
}

/** The place where a page starts, and the seed of an order that a fault shuffles: all pages have the same. */
function startOf(context: QueryContext) {
  const { body, errorResponse } = context;
  const fault =
    body.order_by === undefined || body.order_by.length === 0 ? context.effects.next(["shuffled_order"]) : undefined;
  if (body.marker === undefined)
    return { place: undefined, shuffle: fault === undefined ? undefined : (fault.seed ?? 1) };
  const [operation, filters, place, shuffle] = readMarker(body.marker) ?? [];
  const known = operation === context.operationId && filters === filtersOf(context);
  if (!known || !(place == null || isPlace(place)) || !(shuffle == null || typeof shuffle === "number"))
    throw errorResponse("unknown_marker");
  return { place: place ?? undefined, shuffle: shuffle ?? undefined };
}

/** A client can make a marker with any content. */
function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null || !("keys" in value) || !("number" in value)) return false;
  const isKey = (key: unknown) => key === null || typeof key === "string" || typeof key === "number";
  return typeof value.number === "number" && Array.isArray(value.keys) && value.keys.every(isKey);
}

/** The query without its page, as a short hash. A marker is valid only for the same query. */
function filtersOf({ body: { limit, marker, fields, ...filters } }: QueryContext): string {
  const sorted = Object.entries(filters).sort(([left], [right]) => (left < right ? -1 : 1));
  return hash("sha1", JSON.stringify(sorted)).slice(0, 12);
}

function pageOf(
  context: QueryContext,
  wanted: Pick<Search, "template" | "matches" | "order">,
  { place, shuffle }: ReturnType<typeof startOf>,
) {
  const lowered = context.effects.next(["lowered_limit"])?.limit ?? MAX_LIMIT;
  const limit = Math.min(context.body.limit ?? DEFAULT_LIMIT, lowered, MAX_LIMIT);
  const marker = (after: Place | undefined) => markerOf([context.operationId, filtersOf(context), after, shuffle]);
  const fault = context.effects.next(["empty_page", "repeated_marker"])?.kind;
  if (fault === "empty_page") return { entries: [], limit, next_marker: newMarker(marker(place), context.body.marker) };
  // One more item than the limit shows whether there is another page.
  const isVisible = visibleItemFilter(context, context.body.ancestor_folder_id);
  const found = search(context.store, { ...wanted, after: place, count: limit + 1, isVisible });
  const shown = found.slice(0, limit);
  const entries = shown.map(({ item }) => serializeEntry(context, item));
  const next = found.length > limit ? marker(shown.at(-1)?.place) : null;
  const next_marker = fault === "repeated_marker" ? marker(place) : next;
  return { entries, limit, next_marker };
}

function serializeEntry(context: QueryContext, item: FileRecord | FolderRecord) {
  const { fields } = context.body;
  if (item.type === "file") return fields === undefined ? fileMini(item) : serializeFile(context, item, fields);
  return fields === undefined ? folderMini(item) : serializeFolder(context, item, fields);
}

/** Turns the errors of a query into the error responses of the contract. */
function withQueryErrors<T>({ errorResponse }: QueryContext, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ArgumentError) {
      const { argument, message } = error;
      const reason = error.reason === "missing" ? "missing_argument" : "invalid_parameter";
      const name = `query_params.${argument}`;
      throw errorResponse("missing_argument", { message, errors: [{ reason, name, message }] });
    }
    if (!(error instanceof QueryError)) throw error;
    const { message } = error;
    const errors = [{ reason: "invalid_parameter", name: "query", message }];
    throw errorResponse("invalid_query", { message, errors });
  }
}

/**
 * Returns a filter for items that are visible, below a folder and not in the trash. Caches the result for all items of a
 * folder that have the same owner and no collaborations of their own.
 */
function visibleItemFilter(view: View, folderId: string): (item: ItemRecord) => item is FileRecord | FolderRecord {
  const decided = new Map<string, boolean>();
  const decide = (item: ItemRecord) =>
    !isInTrash(view.store, item) && isBelow(view.store, item, folderId) && accessTo(view, item).see;
  return (item): item is FileRecord | FolderRecord => {
    if (item.type === "web_link" || item.trashed_at !== null) return false;
    if (view.store.collaborationsByItem.keys(item.id).size > 0) return decide(item);
    const place = `${item.type} ${item.parent_id} ${item.owner_id}`;
    const known = decided.get(place) ?? decide(item);
    decided.set(place, known);
    return known;
  };
}
