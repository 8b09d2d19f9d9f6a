import type { Exchange, Json, JsonObject } from "content-service-contract";
import { jsonOf } from "../session/check.js";
import { evaluate } from "./links.js";
import { plain, recordIn, singular, valueNamed } from "./payload.js";
import type { Resource } from "./resources.js";

/** The id of a record, by the parameter of its path or a usual name. The whole record where it has none. */
export function identityOf({ name, parameter = "id" }: Resource, record: JsonObject): string {
  const id = identifierOf({ name, parameter }, record);
  return id === undefined ? JSON.stringify(record) : String(id);
}

/** The property that a path selects a record by. */
export function identifierOf(
  { name, parameter = "id" }: Pick<Resource, "name" | "parameter">,
  record: JsonObject,
): Json | undefined {
  const own = singular(name);
  const bare = plain(parameter).replace(new RegExp(`^${plain(own)}`), "");
  const names = [
    parameter,
    ...(bare === "" ? [] : [bare]),
    "id",
    "$id",
    `${own}_id`,
    "uuid",
    "key",
    "slug",
    "code",
    "number",
    "name",
    own,
  ];
  for (const one of names) {
    const value = valueNamed(record, one);
    if (typeof value === "string" || typeof value === "number") return value;
  }
  return undefined;
}

/**
 * The id that a creation returns: by a link of the contract, in the record, or in the path of `Location`. Where the response is
 * the record above, as of a new label of a ticket, the id is in the request.
 */
export function createdId(resource: Resource, exchange: Exchange, sent?: JsonObject): Json | undefined {
  const body = jsonOf(exchange);
  // The one of `Location` is an address.
  const isAddress = /header\.location$/i.test(resource.idExpression ?? "");
  const linked = isAddress ? undefined : evaluate(resource.idExpression, { input: { body: sent ?? null }, exchange });
  if (linked !== undefined && linked !== null) return linked;
  if (resource.returnsParent) return sent === undefined ? undefined : identifierOf(resource, sent);
  const own = identifierOf(resource, recordIn(body)?.record ?? {});
  if (own !== undefined) return own;
  const path = new Headers(exchange.response.headers)
    .get("location")
    ?.replace(/[?#].*$/, "")
    .replace(/\/$/, "");
  return path === undefined ? undefined : decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}
