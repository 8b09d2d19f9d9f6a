import { type Exchange, isJsonObject, type Json, type JsonObject, objectAt, stringAt } from "content-service-contract";
import type { Session } from "../session/check.js";
import { jsonOf } from "../session/check.js";
import { expectSuccess, isSuccess } from "../session/expectations.js";
import { identityOf } from "./list-pages.js";
import type { Field, FieldType, Values } from "./query-condition.js";

/** The operation that this room is about. */
export const QUERY = "queryMetadata";

/** An item that a query without conditions finds. */
export interface Row {
  readonly identity: string;
  readonly entry: JsonObject;
  readonly values: Values;
}

/** What the target's query finds without conditions. */
export interface QueryData {
  /** The required properties of the body. */
  readonly base: JsonObject;
  /** The attribute that has the instance, such as `metadata.enterprise_7001.contract`. */
  readonly instance: string;
  readonly fields: readonly Field[];
  readonly rows: readonly Row[];
}

/** Reads all items with their instances. Skips the check without ids, without rights, and where there are too many. */
export async function readQueryData(session: Session, more: readonly string[] = []): Promise<QueryData> {
  const { input, known } = session.inputFor(QUERY);
  if (!known || !isJsonObject(input.body))
    session.skip("Missing query: give from and ancestor_folder_id in --parameters");
  const { from, ancestor_folder_id } = input.body;
  const base: JsonObject = { from: from ?? "", ancestor_folder_id: ancestor_folder_id ?? "" };
  const instance = `metadata.${String(from)}`;
  const fields = await templateFields(session, String(from));
  const sorted = fields.find(({ type }) => SORTABLE.has(type)) ?? session.skip("The template has no sortable field");
  const order_by = [{ field_key: sorted.key, direction: "asc" }];
  const read = await readEntries(session, { ...base, order_by, fields: [instance, ...more] });
  if (read.entries === undefined || !read.complete) session.skip("The query has no result, or too many items");
  const [scope = "", key = ""] = String(from).split(".");
  const rows = read.entries.map((entry): Row => {
    const values = objectAt(objectAt(objectAt(entry, "metadata"), scope), key);
    return { identity: identityOf(entry), entry, values };
  });
  if (rows.length < 2) session.skip("The query finds fewer than two items");
  return { base: { ...base, order_by }, instance, fields, rows };
}

export const SORTABLE: ReadonlySet<FieldType> = new Set(["float", "date", "string"]);

/** The entries of all pages. They are undefined after an error response, which is a finding. */
export interface ReadEntries {
  readonly entries: readonly JsonObject[] | undefined;
  /** Whether the last page was read. */
  readonly complete: boolean;
  readonly last: Exchange;
}

/** Reads the pages of a query, at most 10. */
export async function readEntries(session: Session, body: JsonObject, limit = 100): Promise<ReadEntries> {
  const entries: JsonObject[] = [];
  let marker: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const last = await session.call(QUERY, { body: { ...body, limit, ...(marker === undefined ? {} : { marker }) } });
    if (last.response.status === 403) session.skip("The service does not permit the query, or it needs an index");
    if (!expectSuccess(session, last)) return { entries: undefined, complete: true, last };
    const page = jsonOf(last);
    if (!isJsonObject(page)) return { entries: undefined, complete: true, last };
    entries.push(...(Array.isArray(page["entries"]) ? page["entries"] : []).filter(isJsonObject));
    marker = stringAt(page, "next_marker") || undefined;
    if (marker === undefined || pages >= MOST_PAGES) return { entries, complete: marker === undefined, last };
  }
}

const MOST_PAGES = 10;

/** The fields of the template whose keys need no quotes. */
export async function templateFields(session: Session, from: string): Promise<Field[]> {
  const listed = await session.call("listEnterpriseMetadataTemplates", { query: { limit: 1000 } });
  const body = isSuccess(listed.response.status) ? jsonOf(listed) : undefined;
  const templates = isJsonObject(body) && Array.isArray(body["entries"]) ? body["entries"].filter(isJsonObject) : [];
  const found = templates.find((one) => `${stringAt(one, "scope")}.${stringAt(one, "templateKey")}` === from);
  if (found === undefined) session.skip(`The token sees no template ${from}: give another from in --parameters`);
  const fields: readonly Json[] = Array.isArray(found["fields"]) ? found["fields"] : [];
  return fields.flatMap((one) => {
    const [key, type] = isJsonObject(one) ? [stringAt(one, "key"), stringAt(one, "type")] : [];
    return key === undefined || !isFieldType(type) || !PLAIN.test(key) || KEYWORD.test(key) ? [] : [{ key, type }];
  });
}

const PLAIN = /^[a-zA-Z_][-\w]*$/;
const KEYWORD = /^(and|or|not|in|like|ilike|is|null|has\w*)$/i;

function isFieldType(type: string | undefined): type is FieldType {
  return ["string", "enum", "float", "date", "multiSelect"].includes(type ?? "");
}
