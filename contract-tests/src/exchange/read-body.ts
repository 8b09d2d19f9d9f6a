import type { Json, JsonObject } from "../contract/json.js";
import type { MediaType } from "../contract/operation.js";
import type { HeaderValues } from "./exchange.js";

/** What a body holds. `type` is its media type without parameters, in lower case. */
export type ReadBody =
  | { readonly kind: "empty"; readonly type: string | undefined }
  /** JSON or a form, as a value. */
  | { readonly kind: "value"; readonly type: string; readonly value: Json }
  /** Said to be JSON, and is not. */
  | { readonly kind: "broken"; readonly type: string; readonly reason: string }
  /** Another media type, or none: the body is not looked into. */
  | { readonly kind: "text"; readonly type: string | undefined };

/** Reads the text of a body by its media type. A field that a form repeats becomes a list. */
export function readBody(headers: HeaderValues | undefined, text: string | undefined): ReadBody {
  const type = mediaTypeOf(headers instanceof Headers ? headers : new Headers(headers));
  if (text === undefined || text === "") return { kind: "empty", type };
  if (type === "application/x-www-form-urlencoded") return { kind: "value", type, value: readForm(text) };
  if (type === undefined || !/^application\/(.+\+)?json$/.test(type)) return { kind: "text", type };
  try {
    // JSON.parse can only give what JSON can hold.
    return { kind: "value", type, value: JSON.parse(text) as Json };
  } catch (error) {
    return { kind: "broken", type, reason: error instanceof Error ? error.message : "not JSON" };
  }
}

/** The documented media type for the one that was sent; the contract may use ranges such as `text/*`. */
export function findMediaType(content: readonly MediaType[], type: string | undefined): MediaType | undefined {
  if (type === undefined) return undefined;
  const ranges = [type, `${type.split("/")[0] ?? ""}/*`, "*/*"];
  return ranges.map((range) => content.find((media) => media.type === range)).find((media) => media !== undefined);
}

function mediaTypeOf(headers: Headers): string | undefined {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === "" ? undefined : type;
}

function readForm(text: string): JsonObject {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
