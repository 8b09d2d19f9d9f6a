import { type Exchange, isHeaderName, isJsonObject, type Json, type JsonObject } from "content-service-contract";

/** The exchanges of a recording, and the numbers of skipped calls. */
export interface HarExchanges {
  /** In the order of the recording. */
  readonly exchanges: readonly HarExchange[];
  /** The number of calls without a response: blocked, canceled or not connected. */
  readonly withoutResponse: number;
  /** The number of multipart requests, whose bodies recordings do not keep. */
  readonly multipart: number;
}

/** One exchange of a recording. */
export interface HarExchange extends Exchange {
  /** The request, with an absolute URL. */
  readonly request: Exchange["request"] & { readonly url: string };
  /** Whether the response body was recorded. Browsers omit large bodies, and recorders can omit all or keep them apart. */
  readonly bodyRead: boolean;
  /** The same for the body of the request. */
  readonly requestBodyRead: boolean;
}

/**
 * Reads the exchanges of a recording (HAR 1.2). Bodies in base64 are decoded; pseudo headers of HTTP/2 are omitted.
 *
 * Throws a `TypeError` that names the place when the value is not a HAR.
 *
 * @example
 * const { exchanges } = exchangesOfHar(JSON.parse(readFileSync("calls.har", "utf8")));
 */
export function exchangesOfHar(har: unknown): HarExchanges {
  const entries = readHar(har);
  // Status 0 is a missing response in HAR 1.2; some recorders use a negative status for a failure.
  const withResponse = entries.filter(({ response }) => response.status > 0);
  const readable = withResponse.filter(({ request }) => !/^multipart\//i.test(request.postData?.mimeType ?? ""));
  return {
    exchanges: readable.map(exchangeOf),
    withoutResponse: entries.length - withResponse.length,
    multipart: withResponse.length - readable.length,
  };
}

function exchangeOf({ request, response }: HarEntry): HarExchange {
  const { method, url, postData } = request;
  const { status, content } = response;
  const sent = postData === undefined ? undefined : textOf(postData);
  // With 304 browsers record the cached body, which is not part of the response.
  const received = status === 304 ? undefined : textOf(content);
  return {
    request: {
      method,
      url: withoutFragment(url),
      headers: withType(headersOf(request.headers), sent, postData?.mimeType),
      body: sent,
    },
    response: {
      status,
      // A recorder without any header did not record headers.
      headers: response.headers.length > 0 ? headersOf(response.headers) : withType([], received, content.mimeType),
      body: received,
    },
    bodyRead: status === 204 || status === 304 || method.toUpperCase() === "HEAD" || isRecorded(received, content.size),
    requestBodyRead: postData === undefined || isRecorded(sent, postData.size),
  };
}

/** Without a text, only the size tells whether there was a body. */
function isRecorded(text: string | undefined, size: number | undefined): boolean {
  return Boolean(text) || size === 0 || (text === "" && size === undefined);
}

function textOf({ text, encoding, params }: HarBody): string | undefined {
  if (text !== undefined && text !== "") {
    return encoding === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
  }
  // Names and values are recorded decoded.
  if (params.length > 0) return new URLSearchParams(params.map(([name, value]) => [name, value])).toString();
  return text;
}

function headersOf(headers: HarEntry["request"]["headers"]): [string, string][] {
  return headers
    .filter(([name]) => isHeaderName(name))
    .flatMap(([name, value]) =>
      // Browsers write repeated headers as one, with line feeds between them.
      value.split("\n").map((line): [string, string] => [name, line.replace(NOT_IN_HEADERS, "")]),
    );
}

/** `new Headers()` rejects control characters and characters above 255. */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/g;

/** Some recorders have the media type only beside the text of a body. */
function withType(headers: [string, string][], body: string | undefined, type: string | undefined): [string, string][] {
  const isKnown = headers.some(([name]) => name.toLowerCase() === "content-type");
  if (isKnown || !body || !type || type === "x-unknown") return headers;
  return [...headers, ["content-type", type]];
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, "");
}

/** The used parts of an entry of a HAR file. */
export interface HarEntry {
  readonly request: HarMessage & {
    readonly method: string;
    readonly url: string;
    readonly postData: HarBody | undefined;
  };
  readonly response: HarMessage & { readonly status: number; readonly content: HarBody };
}

/** The common part of a request and a response. */
export interface HarMessage {
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
  /** Its bytes; undefined or negative when the recorder did not count them. */
  readonly size: number | undefined;
}

/**
 * Reads the entries of a HAR 1.2 document.
 *
 * Throws a `TypeError` that names the place when it is not one.
 */
export function readHar(har: unknown): HarEntry[] {
  const log = isJsonObject(har) ? har["log"] : undefined;
  if (!isJsonObject(log) || !Array.isArray(log["entries"]))
    throw new TypeError("Not a HAR file: log.entries is missing");
  return log["entries"].map((entry, index) => {
    const place = `log.entries[${index}]`;
    const { request, response } = isJsonObject(entry) ? entry : {};
    if (!isJsonObject(request) || typeof request["method"] !== "string" || typeof request["url"] !== "string") {
      throw new TypeError(`Not a HAR file: ${place}.request has no method and url`);
    }
    // Some recorders omit the response of a blocked request.
    const recorded = isJsonObject(response) ? response : { status: 0 };
    const { status, content } = recorded as JsonObject;
    if (typeof status !== "number") throw new TypeError(`Not a HAR file: ${place}.response has no status`);
    const { method, url, postData, headers } = request;
    return {
      request: {
        method,
        url,
        headers: pairsOf(headers),
        postData: isJsonObject(postData) ? bodyOf(postData, request["bodySize"]) : undefined,
      },
      response: {
        status,
        headers: pairsOf((recorded as JsonObject)["headers"]),
        content: isJsonObject(content) ? bodyOf(content, content["size"]) : bodyOf({}, undefined),
      },
    };
  });
}

function bodyOf({ mimeType, text, encoding, params }: JsonObject, size: Json | undefined): HarBody {
  return {
    mimeType: typeof mimeType === "string" ? mimeType : "",
    text: typeof text === "string" ? text : undefined,
    encoding: typeof encoding === "string" ? encoding.toLowerCase() : undefined,
    params: pairsOf(params),
    size: typeof size === "number" ? size : undefined,
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
