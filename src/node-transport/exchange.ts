import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { SendProgress } from "../core/errors.js";
import type { AttemptSignal, Controller } from "../core/options.js";
import type { RawHeaders } from "./response-headers.js";

/** The requests of a transport whose responses have not arrived to their end. */
export interface Running {
  readonly exchanges: Set<Exchange>;
  onIdle(): void;
}

interface ExchangeOptions {
  readonly running: Running;
  readonly progress: SendProgress;
  readonly signal: AttemptSignal | null | undefined;
  onResponse(status: number, statusText: string, headers: RawHeaders): void;
  /** Receives the error of undici or the reason of an abort, also one during the body. */
  onFailure(reason: unknown): void;
}

/** The error of requests to a closed transport, and of those that `close` aborted. */
export const closedError = (message = "the transport is closed") =>
  Object.assign(new Error(message), { code: "ERR_TRANSPORT_CLOSED" });

/** How much of an unread body is buffered before the connection is paused. */
const MAX_BUFFERED_BYTES = 131_072;

const EMPTY = new Uint8Array();

/** The error of the closed connection. The caller gets the reason of the abort instead. */
const CANCELED = new Error("canceled");

/** Aborts one exchange, which is its listener. A controller of the platform costs as much as a fifth of a request. */
export class ExchangeController implements Controller, AttemptSignal {
  aborted = false;
  reason: unknown;
  #exchange: { handleEvent(): void } | undefined;

  get signal(): this {
    return this;
  }

  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    this.#exchange?.handleEvent();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_: "abort", exchange: { handleEvent(): void }): void {
    this.#exchange = exchange;
  }

  removeEventListener(): void {
    this.#exchange = undefined;
  }
}

/** A sent request and its incoming body. A class, since each request creates one. */
export class Exchange implements Dispatcher.DispatchHandler {
  state: "running" | "ended" | "failed" = "running";
  /** Undefined after the end: what is reachable from an old exchange would survive with it. */
  #options: ExchangeOptions | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #firstChunk: Uint8Array<ArrayBuffer> = EMPTY;
  #stream: Readable | undefined;
  #reason: unknown;

  constructor(options: ExchangeOptions) {
    const { running, signal } = options;
    this.#options = options;
    running.exchanges.add(this);
    if (signal?.aborted) this.#fail(signal.reason);
    else signal?.addEventListener("abort", this);
  }

  /** The whole body, if it arrived in one chunk, as most do; undefined once there is a stream. */
  get whole(): Uint8Array<ArrayBuffer> | undefined {
    return this.state === "ended" && !this.#stream ? this.#firstChunk : undefined;
  }

  get stream(): Readable {
    if (!this.#stream) {
      this.#stream = new Readable({ highWaterMark: MAX_BUFFERED_BYTES, read: () => this.#controller?.resume() });
      // The reader gets the error, too.
      this.#stream.on("error", () => {});
      if (this.#firstChunk.length > 0) this.#stream.push(this.#firstChunk);
      this.#endStream();
    }
    return this.#stream;
  }

  /** The listener of the signal. */
  handleEvent(): void {
    this.cancel(this.#options?.signal?.reason);
  }

  /** Closes the connection, unless the whole body has arrived. */
  cancel(reason: unknown): void {
    if (this.state !== "running") return;
    this.#fail(reason);
    this.#controller?.abort(CANCELED);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Canceled while it waited for a connection.
    if (this.state === "failed") controller.abort(CANCELED);
    else if (this.#options) this.#options.progress.sent = true;
  }

  onResponseStart(_: unknown, status: number, headers: RawHeaders, statusText = ""): void {
    // Ignore interim (1xx) responses.
    if (status >= 200) this.#options?.onResponse(status, statusText, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    // Bytes of a socket are never in shared memory.
    if (this.#firstChunk === EMPTY && !this.#stream) this.#firstChunk = chunk as Uint8Array<ArrayBuffer>;
    else if (!this.stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#settle("ended");
  }

  onResponseError(_: unknown, error: unknown): void {
    if (this.state === "running") this.#fail(error);
  }

  #fail(reason: unknown): void {
    const { onFailure } = this.#options ?? {};
    this.#reason = reason;
    this.#settle("failed");
    onFailure?.(reason);
  }

  #settle(state: "ended" | "failed"): void {
    const { running, signal } = this.#options ?? {};
    this.state = state;
    this.#options = undefined;
    signal?.removeEventListener("abort", this);
    running?.exchanges.delete(this);
    if (running?.exchanges.size === 0) running.onIdle();
    this.#endStream();
  }

  #endStream(): void {
    if (this.state === "ended") this.#stream?.push(null);
    // The reason of an abort can be anything; a stream passes it on.
    if (this.state === "failed") this.#stream?.destroy(this.#reason as Error);
  }
}
