import { Readable } from "node:stream";
import { decompress } from "./decompress.js";
import { type RawHeaders, ResponseHeaders } from "./response-headers.js";

/** An incoming body. */
export interface IncomingBody {
  /** The chunks that have arrived and are not read yet. */
  readonly buffered: readonly Buffer[];
  /** Whether the whole body has arrived. */
  readonly ended: boolean;
  readonly failed: boolean;
  /** The next bytes; undefined at the end. */
  next(): Promise<Buffer | undefined>;
  /** Closes the connection, unless the whole body has arrived. */
  cancel(reason: unknown): void;
}

/** The part of a response before its body. */
interface Head {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: RawHeaders;
  /** Whether it responds to a `HEAD` request. */
  readonly isHead: boolean;
}

/**
 * A `Response` that creates its parts only when they are read. A class, since prototype members cost nothing per
 * response. Private fields keep them out of logs.
 */
export class NodeResponse implements Response {
  readonly #incoming: IncomingBody;
  readonly #head: Head;
  readonly status: number;
  #used = false;
  #headers: Headers | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;

  constructor(incoming: IncomingBody, head: Head) {
    this.#incoming = incoming;
    this.#head = head;
    this.status = head.status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return this.#head.statusText;
  }

  get url(): string {
    return this.#head.url;
  }

  get type(): ResponseType {
    return "basic";
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    this.#headers ??= new ResponseHeaders(this.#head.headers);
    return this.#headers;
  }

  /** The body as a stream. The caller must read it to its end or cancel it. */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.#body === undefined) this.#body = this.#hasNoBody ? null : streamOf(this.#chunks(), this.#incoming);
    return this.#body;
  }

  get bodyUsed(): boolean {
    // The function accepts web streams, but its type does not.
    return this.#used || (this.#body ? Readable.isDisturbed(this.#body as unknown as Readable) : false);
  }

  /** Reads the body as UTF-8, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. */
  async readText(maxBytes: number): Promise<readonly [text: string, complete: boolean]> {
    const source = this.#use();
    // Its content-length is that of another response.
    if (this.#hasNoBody) return ["", true];
    const [first] = this.#incoming.buffered;
    // The usual case: the body has arrived in one chunk.
    if (!source && this.#isPlain && (first?.length ?? 0) <= maxBytes) return [utf8.decode(first), true];
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of source ?? this.#chunks()) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
    return [utf8.decode(Buffer.concat(chunks).subarray(0, maxBytes)), length <= maxBytes];
  }

  async text(): Promise<string> {
    const [text] = await this.readText(Infinity);
    return text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#toPlatform().arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return this.#toPlatform().blob();
  }

  async formData(): Promise<FormData> {
    return this.#toPlatform().formData();
  }

  /** @throws TypeError when the body has been read. */
  clone(): NodeResponse {
    if (this.bodyUsed) throw unusable();
    const { body } = this;
    const twin = new NodeResponse(this.#incoming, this.#head);
    twin.#body = body;
    if (body) [this.#body, twin.#body] = body.tee();
    return twin;
  }

  get #hasNoBody(): boolean {
    return this.#head.isHead || NO_BODY.has(this.status);
  }

  /** Whether the body has arrived in at most one chunk, and is not compressed. */
  get #isPlain(): boolean {
    const { ended, failed, buffered } = this.#incoming;
    return ended && !failed && buffered.length <= 1 && this.#head.headers["content-encoding"] === undefined;
  }

  /** Marks the body as read. Returns its stream, if one was created. */
  #use(): ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined {
    if (this.bodyUsed || this.#body?.locked) throw unusable();
    this.#used = true;
    return this.#body;
  }

  /** The platform's `Response` of the body, for rare methods. Without the status: the platform rejects one above 599. */
  #toPlatform(): Response {
    const { body } = this;
    this.#use();
    const type = this.headers.get("content-type");
    return new Response(body, type === null ? {} : { headers: { "content-type": type } });
  }

  async *#chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    try {
      yield* decompress(chunksOf(this.#incoming), this.#head.headers["content-encoding"]);
    } finally {
      this.#incoming.cancel(new TypeError("the body was not read to its end"));
    }
  }
}

const utf8 = new TextDecoder();

/** Statuses without a body (RFC 9110 section 6.4.1), as in fetch. */
const NO_BODY = new Set([204, 205, 304]);

const unusable = () => new TypeError("the body has been read already");

async function* chunksOf(incoming: IncomingBody): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let chunk = await incoming.next(); chunk; chunk = await incoming.next()) {
    // Bytes of a socket are never in shared memory.
    yield chunk as Buffer<ArrayBuffer>;
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>, incoming: IncomingBody) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await chunks.next();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel(reason) {
      incoming.cancel(reason);
    },
  });
}
