import { type Exchange, isJsonObject, type Json, type JsonObject, sameJson } from "content-service-contract";
import { jsonOf } from "../session/check.js";
import { evaluate } from "./links.js";
import { isResourceName } from "./paths.js";
import { plain, recordIn, singular, valueNamed } from "./payload.js";
import type { Resource } from "./resources.js";

/** The id of a record, by the parameter of its path or a usual name. The whole record where it has none. */
export function identityOf(resource: Resource, record: JsonObject): string {
  const id = identifierOf(resource, record);
  return id === undefined ? JSON.stringify(record) : String(id);
}

/** The property that a path selects a record by: its name only below `/things/{thing}`, not below `/things/{thing_id}`. */
export function identifierOf(
  { name, item, parameter = "id" }: Pick<Resource, "name" | "item" | "parameter">,
  record: JsonObject,
): Json | undefined {
  const path = valueNamed(record, "name");
  if (isResourceName({ item }, path)) return path;
  const own = singular(name);
  const bare = plain(parameter).replace(new RegExp(`^${plain(own)}`), "");
  const usual = ["id", "$id", `${own}_id`, "uuid"];
  const names = bare === "" ? [...usual, "key", "slug", "code", "number", "name", own] : [bare, ...usual];
  for (const one of [parameter, ...names]) {
    const value = valueNamed(record, one);
    if ((typeof value === "string" && value !== "") || typeof value === "number") return value;
  }
  return undefined;
}

type Identified = { readonly resource: Resource; readonly id: Json | undefined };

export function isIdOf({ resource, id }: Identified, name: string, value: Json) {
  return String(identifierOf(resource, { [name]: value })) === String(id);
}

/** The id that a creation returns: by a link, in the record or in `Location`. Beside the record above, it is in the request. */
export function createdId(resource: Resource, exchange: Exchange, sent?: JsonObject): Json | undefined {
  const body = jsonOf(exchange);
  // The one of `Location` is an address.
  const isAddress = /header\.location$/i.test(resource.idExpression ?? "");
  const linked = isAddress ? undefined : evaluate(resource.idExpression, { input: { body: sent ?? null }, exchange });
  if (linked !== undefined && linked !== null) return linked;
  if (resource.returnsParent) return identifierOf(resource, sent ?? {}) ?? newestId(resource, body, sent ?? {});
  const location = new Headers(exchange.response.headers).get("location")?.replace(/[?#].*$/, "");
  const [last, above] = location?.split("/").filter(Boolean).reverse() ?? [];
  const address = last && decodeURIComponent(last);
  // That of the new record. Another one, such as that of a job, only counts where the record shows no id.
  const isOwn = address !== undefined && resource.collection.endsWith(`/${above}`);
  // Some services give the address of the collection.
  const isCollection = resource.collection.endsWith(`/${address}`);
  // A creation that takes a list returns one.
  const [only, ...others] = [body, Object(body)["data"]].find(Array.isArray) ?? [];
  const record = others.length === 0 && isJsonObject(only) ? only : (recordIn(body)?.record ?? {});
  const shown = identifierOf(resource, record) ?? (isCollection ? undefined : address);
  // A number in the record is one in a reference to it too.
  return isOwn && String(shown) !== address ? address : shown;
}

/** The id of the last entry with the values that were sent, in the record above, such as that of the `lines` of an invoice. */
function newestId(resource: Resource, body: Json | undefined, sent: JsonObject): Json | undefined {
  const entries = valueNamed(recordIn(body)?.record ?? {}, resource.name);
  const isSent = (entry: Json): entry is JsonObject =>
    isJsonObject(entry) && Object.entries(sent).every(([name, value]) => sameJson(entry[name] ?? null, value));
  const newest = Array.isArray(entries) ? entries.findLast(isSent) : undefined;
  return newest && identifierOf(resource, newest);
}
