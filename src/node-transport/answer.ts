import { Readable } from "node:stream";
import { AnswerHeaders, type Received } from "./answer-headers.js";
import type { Incoming } from "./incoming.js";
import { unpacked } from "./unpacked.js";

/** What is known of an answer before its body. */
interface Head {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly received: Received;
  /** Whether it answers a `HEAD`. */
  readonly toHead: boolean;
}

/**
 * An answer, in place of the platform's `Response`: it has all that one has, and makes it only when it is asked for. A
 * class, since what it has by its prototype costs nothing per answer. Its fields are hidden from whoever logs it.
 */
export class Answer implements Response {
  readonly #exchange: Incoming;
  readonly #head: Head;
  readonly status: number;
  #used = false;
  #headers: Headers | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;

  constructor(exchange: Incoming, head: Head) {
    this.#exchange = exchange;
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
    this.#headers ??= new AnswerHeaders(this.#head.received);
    return this.#headers;
  }

  /** The body as a stream. Whoever takes it reads it to its end or cancels it. */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.#body === undefined) this.#body = this.#bodiless ? null : streamOf(this.#pieces(), this.#exchange);
    return this.#body;
  }

  get bodyUsed(): boolean {
    // The type of Node's function knows its own streams only.
    return this.#used || (this.#body ? Readable.isDisturbed(this.#body as unknown as Readable) : false);
  }

  /** Reads the body as UTF-8 up to a bound; says whether that was all, and drops the connection where it was not. */
  async readText(maxBytes: number): Promise<readonly [text: string, complete: boolean]> {
    const source = this.#use();
    // A length that such an answer has is another's, and undici looks for what it says.
    if (this.#bodiless) return ["", true];
    const [first] = this.#exchange.held;
    // The usual case: it has come already, in one piece.
    if (!source && this.#isPlain && (first?.length ?? 0) <= maxBytes) return [utf8.decode(first), true];
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of source ?? this.#pieces()) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) break;
    }
    return [utf8.decode(Buffer.concat(pieces).subarray(0, maxBytes)), length <= maxBytes];
  }

  async text(): Promise<string> {
    const [text] = await this.readText(Number.POSITIVE_INFINITY);
    return text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#platforms().arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return this.#platforms().blob();
  }

  async formData(): Promise<FormData> {
    return this.#platforms().formData();
  }

  /** @throws TypeError when the body has been read. */
  clone(): Answer {
    if (this.bodyUsed) throw unusable();
    const { body } = this;
    const twin = new Answer(this.#exchange, this.#head);
    twin.#body = body;
    if (body) [this.#body, twin.#body] = body.tee();
    return twin;
  }

  get #bodiless(): boolean {
    return this.#head.toHead || BODILESS.has(this.status);
  }

  /** Whether the body is here in one piece at most, and not packed. */
  get #isPlain(): boolean {
    const { ended, failed, held } = this.#exchange;
    return ended && !failed && held.length <= 1 && this.#head.received["content-encoding"] === undefined;
  }

  /** Gives the stream that somebody has made of the body; it can be read only once. */
  #use(): ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined {
    if (this.bodyUsed || this.#body?.locked) throw unusable();
    this.#used = true;
    return this.#body;
  }

  /** The platform's `Response`, for what is rare. It knows no status above 599, and needs none for its body. */
  #platforms(): Response {
    const { body } = this;
    this.#use();
    const type = this.headers.get("content-type");
    return new Response(body, type === null ? {} : { headers: { "content-type": type } });
  }

  async *#pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    try {
      yield* unpacked(chunksOf(this.#exchange), this.#head.received["content-encoding"]);
    } finally {
      this.#exchange.giveUp(new TypeError("the body was not read to its end"));
    }
  }
}

const utf8 = new TextDecoder();

/** Statuses whose answers have no body (RFC 9110 section 6.4.1), as fetch sees them. */
const BODILESS = new Set([204, 205, 304]);

const unusable = () => new TypeError("the body has been read already");

async function* chunksOf(exchange: Incoming): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let chunk = await exchange.next(); chunk; chunk = await exchange.next()) {
    // What comes from a socket is no shared memory.
    yield chunk as Buffer<ArrayBuffer>;
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void>, exchange: Incoming) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await pieces.next();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel(reason) {
      exchange.giveUp(reason);
    },
  });
}
