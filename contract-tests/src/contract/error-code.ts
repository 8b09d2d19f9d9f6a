import { isJsonObject, type Json, stringAt } from "./json.js";

/** What an error body calls its condition: its `code`, or `error` in the form of RFC 6749. */
export function errorCodeOf(body: Json | undefined): string | undefined {
  return isJsonObject(body) ? (stringAt(body, "code") ?? stringAt(body, "error")) : undefined;
}
