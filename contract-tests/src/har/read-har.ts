import {
  type Exchange,
  isHeaderName,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  stringAt,
} from "content-service-contract";

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
  const log = isJsonObject(har) ? har["log"] : undefined;
  if (!isJsonObject(log) || !Array.isArray(log["entries"]))
    throw new TypeError("Not a HAR file: log.entries is missing");
  const entries = log["entries"].map(readEntry);
  // Status 0 is a missing response in HAR 1.2; some recorders use a negative status for a failure.
  const withResponse = entries.filter(({ exchange }) => exchange.response.status > 0);
  const readable = withResponse.filter(({ sentType }) => !/^multipart\//i.test(sentType));
  return {
    exchanges: readable.map(({ exchange }) => exchange),
    withoutResponse: entries.length - withResponse.length,
    multipart: withResponse.length - readable.length,
  };
}

function readEntry(entry: Json, index: number): { readonly exchange: HarExchange; readonly sentType: string } {
  const place = `log.entries[${index}]`;
  const { request, response } = isJsonObject(entry) ? entry : {};
  const { method, url, postData } = isJsonObject(request) ? request : {};
  if (!isJsonObject(request) || typeof method !== "string" || typeof url !== "string")
    throw new TypeError(`Not a HAR file: ${place}.request has no method and url`);
  // Some recorders omit the response of a blocked request.
  const received: JsonObject = isJsonObject(response) ? response : { status: 0 };
  const { status } = received;
  if (typeof status !== "number") throw new TypeError(`Not a HAR file: ${place}.response has no status`);
  const sent = isJsonObject(postData) ? bodyOf(postData, request["bodySize"]) : NO_BODY;
  const content = objectAt(received, "content");
  // With 304 browsers record the cached body, which is not part of the response.
  const body = status === 304 ? NO_BODY : bodyOf(content, content["size"]);
  const headers = pairsOf(received["headers"]);
  return {
    exchange: {
      request: {
        method,
        url: url.replace(/#.*$/s, ""),
        headers: withType(headersOf(pairsOf(request["headers"])), sent),
        body: sent.text,
      },
      response: {
        status,
        // A recorder without any header did not record headers.
        headers: headers.length > 0 ? headersOf(headers) : withType([], body),
        body: body.text,
      },
      bodyRead: status === 204 || method.toUpperCase() === "HEAD" || body.isRecorded,
      requestBodyRead: sent.isRecorded,
    },
    sentType: sent.type,
  };
}

interface RecordedBody {
  readonly type: string;
  readonly text: string | undefined;
  /** Whether the body, or that there was none, is known. */
  readonly isRecorded: boolean;
}

const NO_BODY: RecordedBody = { type: "", text: undefined, isRecorded: true };

/** Reads a body. `size` is its bytes; negative or no number when the recorder did not count them. */
function bodyOf(node: JsonObject, size: Json | undefined): RecordedBody {
  const own = stringAt(node, "text");
  // The fields of a form, in place of its text, are recorded decoded.
  const fields = pairsOf(node["params"]);
  const isBase64 = stringAt(node, "encoding")?.toLowerCase() === "base64";
  const decoded = own && isBase64 ? Buffer.from(own, "base64").toString("utf8") : own;
  const text = !own && fields.length > 0 ? new URLSearchParams(fields).toString() : decoded;
  const type = stringAt(node, "mimeType") ?? "";
  // Some recorders cut a long body.
  const isCut = text && Number(size) > Buffer.byteLength(text) && /json/i.test(type) && parseJson(text) === undefined;
  return {
    type,
    text,
    // Without a text, only the size tells whether there was a body.
    isRecorded: (Boolean(text) && !isCut) || size === 0 || (text === "" && typeof size !== "number"),
  };
}

function headersOf(headers: readonly [name: string, value: string][]): [string, string][] {
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
function withType(headers: [string, string][], { text, type }: RecordedBody): [string, string][] {
  const isKnown = headers.some(([name]) => name.toLowerCase() === "content-type");
  return isKnown || !text || !type || type === "x-unknown" ? headers : [...headers, ["content-type", type]];
}

function pairsOf(list: Json | undefined): [string, string][] {
  return (Array.isArray(list) ? list : [])
    .filter(isJsonObject)
    .filter(({ name }) => typeof name === "string")
    .map((pair) => [stringAt(pair, "name") ?? "", stringAt(pair, "value") ?? ""]);
}
