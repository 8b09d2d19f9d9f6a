import { pipeline, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Exchange } from "./exchange.js";
import { type RawHeaders, responseHeaders } from "./response-headers.js";

interface Head {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: RawHeaders;
  /** False for the response to a `HEAD` request, and for statuses without a body. */
  readonly hasBody: boolean;
}

/** A `Response` that creates its headers and its body only when they are read: the platform's own cost much. */
export class NodeResponse implements Response {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly redirected = false;
  readonly type = "basic";
  declare text: Response["text"];
  declare json: Response["json"];
  declare bytes: Response["bytes"];
  declare arrayBuffer: Response["arrayBuffer"];
  declare blob: Response["blob"];
  declare formData: Response["formData"];
  readonly #exchange: Exchange;
  readonly #head: Head;
  #headers: Headers | undefined;
  #platform: Response | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor(exchange: Exchange, head: Head) {
    this.url = head.url;
    this.status = head.status;
    this.statusText = head.statusText;
    this.ok = head.status >= 200 && head.status < 300;
    this.#exchange = exchange;
    this.#head = head;
  }

  get headers(): Headers {
    this.#headers ??= responseHeaders(this.#head.headers);
    return this.#headers;
  }

  /** The body as a stream. The caller must read it to its end or cancel it. */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#toPlatform().body;
  }

  get bodyUsed(): boolean {
    return this.#platform?.bodyUsed ?? false;
  }

  /**
   * Reads the body, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. A complete one
   * can be read again, from memory.
   */
  async readBytes(maxBytes: number): Promise<readonly [bytes: Uint8Array<ArrayBuffer>, complete: boolean]> {
    const { headers, hasBody } = this.#head;
    const body = this.#platform?.body;
    if (this.bodyUsed || body?.locked) throw new TypeError("the body has been read already");
    let bytes = hasBody ? undefined : new Uint8Array();
    // The usual case: the body has arrived in one chunk.
    if (!body && !headers["content-encoding"]) bytes ??= this.#exchange.whole;
    if (!bytes) {
      this.#platform = alreadyRead;
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of body ?? this.#chunks()) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) break;
      }
      bytes = Buffer.concat(chunks);
    }
    if (bytes.length > maxBytes) {
      this.#platform = alreadyRead;
      return [bytes.subarray(0, maxBytes), false];
    }
    this.#bytes = bytes;
    this.#platform = undefined;
    return [bytes, true];
  }

  clone(): NodeResponse {
    const clone = new NodeResponse(this.#exchange, this.#head);
    clone.#platform = this.#toPlatform().clone();
    clone.#headers = new Headers(this.headers);
    return clone;
  }

  /** Without the status: the platform rejects one above 599. */
  #toPlatform(): Response {
    if (!this.#platform) {
      const type = this.headers.get("content-type");
      const body = this.#head.hasBody ? toStream(this.#chunks(), this.#exchange) : null;
      this.#platform = new Response(body, type === null ? {} : { headers: { "content-type": type } });
    }
    return this.#platform;
  }

  static {
    for (const name of ["text", "json", "bytes", "arrayBuffer", "blob", "formData"] as const)
      Object.defineProperty(NodeResponse.prototype, name, {
        async value(this: NodeResponse) {
          return this.#toPlatform()[name]();
        },
        // The client replaces those of what it has read.
        writable: true,
      });
  }

  async *#chunks(): Bytes {
    // The client replaces `text` by a method that removes secrets.
    if (this.#bytes) return yield new TextEncoder().encode(await this.text());
    try {
      yield* decompress(this.#exchange.stream, this.#head.headers["content-encoding"]);
    } finally {
      this.#exchange.cancel(new TypeError("the body was not read to its end"));
    }
  }
}

// For `instanceof Response`, by which openapi-fetch knows what a middleware returns. The class has every member.
Object.setPrototypeOf(NodeResponse.prototype, Response.prototype);

/** Stands for every body that `readBytes` reads, or of which it has read a part. */
const alreadyRead = new Response("");
void alreadyRead.text();

function toStream(chunks: Bytes, exchange: Exchange) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await chunks.next();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel(reason) {
      exchange.cancel(reason);
    },
  });
}

type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

const MAX_CODINGS = 5;

/** Decompresses a body chunk by chunk. With an unknown coding it stays as it is. Throws for more than 5 codings. */
function decompress(body: AsyncIterable<unknown>, coding: string | string[] = ""): Bytes {
  const codings = String(coding).toLowerCase().split(",");
  if (codings.length > MAX_CODINGS) throw new TypeError(`content-encoding has more than ${MAX_CODINGS} names`);
  const names = codings.map((name) => name.trim());
  // Bytes of a socket are never in shared memory.
  const bytes = body[Symbol.asyncIterator]() as Bytes;
  if (!names.every((name) => Object.hasOwn(decoders, name))) return bytes;
  // Codings are listed in the order in which they were applied.
  return names.reduceRight(decode, bytes);
}

/** What has arrived is passed on at once. Unlike in `fetch`, a body without its end is an error: it may be a part. */
const options = { flush: constants.Z_SYNC_FLUSH };
const gunzip = () => createGunzip(options);

/** Creates the decoder of a coding, given the body's first byte. */
const decoders: Record<string, (first: number) => Transform> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // Some servers omit the two-byte zlib header of RFC 9110 section 8.4.1.2.
  deflate: (first) => ((first & 0x0f) === 0x08 ? createInflate(options) : createInflateRaw(options)),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
};

async function* decode(bytes: Bytes, name: string): Bytes {
  const { value: first } = await bytes.next();
  const decoder = first?.length ? decoders[name]?.(first[0] ?? 0) : undefined;
  if (!first || !decoder) return;
  const all = async function* () {
    yield first;
    yield* bytes;
  };
  // Errors, those of `bytes` too, come out of the decoder.
  yield* pipeline(all, decoder, () => {});
}
