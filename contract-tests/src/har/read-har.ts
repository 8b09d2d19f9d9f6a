import { isJsonObject, type JsonObject } from "../contract/json.js";

/** One entry of a HAR file, with what is needed of it. Whatever else it has is ignored. */
export interface HarEntry {
  readonly request: HarMessage & {
    readonly method: string;
    readonly url: string;
    readonly postData: HarBody | undefined;
  };
  readonly response: HarMessage & { readonly status: number; readonly content: HarBody & { readonly size: number } };
}

/** What a request and a response have in common. */
export interface HarMessage {
  /** Such as `HTTP/2`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A body as it was recorded. */
export interface HarBody {
  readonly mimeType: string;
  /** Undefined when it was not recorded. */
  readonly text: string | undefined;
  /** `base64`, or undefined for plain text. */
  readonly encoding: string | undefined;
  /** The fields of a form, in place of its text. */
  readonly params: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads the entries of a HAR 1.2 document.
 *
 * Throws a `TypeError` that names the place when it is none.
 */
export function readHar(har: unknown): HarEntry[] {
  const log = isJsonObject(har) ? har["log"] : undefined;
  if (!isJsonObject(log) || !Array.isArray(log["entries"])) throw new TypeError("It is no HAR: log.entries is missing");
  return log["entries"].map((entry, index) => {
    const place = `log.entries[${index}]`;
    const { request, response } = isJsonObject(entry) ? entry : {};
    if (!isJsonObject(request) || typeof request["method"] !== "string" || typeof request["url"] !== "string") {
      throw new TypeError(`It is no HAR: ${place}.request has no method and url`);
    }
    // What was blocked has no answer, and some recorders leave it out.
    const answer = isJsonObject(response) ? response : { status: 0 };
    const { status, content } = answer as JsonObject;
    if (typeof status !== "number") throw new TypeError(`It is no HAR: ${place}.response has no status`);
    const { method, url, postData, headers } = request;
    return {
      request: {
        method,
        url,
        headers: pairsOf(headers),
        postData: isJsonObject(postData) ? bodyOf(postData) : undefined,
      },
      response: {
        status,
        headers: pairsOf((answer as JsonObject)["headers"]),
        content: {
          ...bodyOf(isJsonObject(content) ? content : {}),
          size: isJsonObject(content) && typeof content["size"] === "number" ? content["size"] : 0,
        },
      },
    };
  });
}

function bodyOf({ mimeType, text, encoding, params }: JsonObject): HarBody {
  return {
    mimeType: typeof mimeType === "string" ? mimeType : "",
    text: typeof text === "string" ? text : undefined,
    encoding: typeof encoding === "string" ? encoding.toLowerCase() : undefined,
    params: pairsOf(params),
  };
}

function pairsOf(list: unknown): [string, string][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair): [string, string][] => {
    if (!isJsonObject(pair) || typeof pair["name"] !== "string") return [];
    const { name, value } = pair;
    return [[name, typeof value === "string" ? value : ""]];
  });
}
