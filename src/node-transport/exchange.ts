import type { Dispatcher } from "undici";
import type { SendProgress } from "../core/options.js";
import { toNodeRequest } from "./request.js";
import { type IncomingBody, NodeResponse } from "./response.js";
import type { RawHeaders } from "./response-headers.js";

/** The arguments of `fetch`, with an object that tells whether the request was sent. */
export type SendInit = RequestInit & { readonly progress?: SendProgress };

/** The error of requests to a closed transport, and of those that `close` aborted. */
export const closedError = (message = "the transport is closed") =>
  Object.assign(new Error(message), { code: "ERR_TRANSPORT_CLOSED" });

/** The requests of a transport whose responses have not arrived to their end. */
export interface Running {
  readonly exchanges: Set<IncomingBody>;
  /** Called when the last one has ended. */
  onIdle(): void;
}

/**
 * Sends a request; without a dispatcher the transport is closed. Rejects with undici's error, the reason of an abort, or a
 * `TypeError` for an unsupported request.
 */
export function send(
  dispatcher: Dispatcher | undefined,
  running: Running,
  target: string,
  init: SendInit,
): Promise<NodeResponse> {
  return new Promise((resolve, reject) => {
    const { progress = {} } = init;
    progress.sent = false;
    if (!dispatcher) throw closedError();
    const { url, origin, path, method, headers, body, signal } = toNodeRequest(target, init);
    const exchange: Exchange = new Exchange(signal, progress, running, reject, (status, statusText, headers) =>
      resolve(new NodeResponse(exchange, { url, status, statusText, headers, isHead: method === "HEAD" })),
    );
    if (exchange.failed) return;
    try {
      // The type lists the common methods only.
      dispatcher.dispatch({ origin, path, method: method as Dispatcher.HttpMethod, headers, body }, exchange);
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
}

/** How much of an unread body is buffered before the connection is paused. */
const MAX_BUFFERED_BYTES = 131_072;

/** The error of the closed connection. The caller gets the reason of the abort instead. */
const CANCELED = new Error("canceled");

type OnHead = (status: number, statusText: string, headers: RawHeaders) => void;

/** A sent request and its incoming body. A class, since each request creates one. */
class Exchange implements Dispatcher.DispatchHandler, IncomingBody {
  failed = false;
  ended = false;
  readonly buffered: Buffer[] = [];
  private bufferedBytes = 0;
  private reason: unknown;
  private controller: Dispatcher.DispatchController | undefined;
  private waiting: { resolve(chunk: Buffer | undefined): void; reject(reason: unknown): void } | undefined;

  constructor(
    private readonly signal: AbortSignal | null | undefined,
    private readonly progress: SendProgress,
    private readonly running: Running,
    private readonly reject: (reason: unknown) => void,
    private readonly onHead: OnHead,
  ) {
    running.exchanges.add(this);
    if (signal?.aborted) this.fail(signal.reason);
    else signal?.addEventListener("abort", this);
  }

  /** The signal's listener. */
  handleEvent(): void {
    this.cancel(this.signal?.reason);
  }

  cancel(reason: unknown): void {
    if (this.ended || this.failed) return;
    this.fail(reason);
    this.controller?.abort(CANCELED);
  }

  next(): Promise<Buffer | undefined> {
    if (this.failed) return Promise.reject(this.reason);
    const chunk = this.buffered.shift();
    if (chunk) {
      this.bufferedBytes -= chunk.length;
      return Promise.resolve(chunk);
    }
    if (this.ended) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      if (this.controller?.paused) this.controller.resume();
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Canceled while it waited for a connection.
    if (this.failed) controller.abort(CANCELED);
    else this.progress.sent = true;
  }

  onResponseStart(_: unknown, status: number, headers: RawHeaders, statusText = ""): void {
    // Ignore interim (1xx) responses.
    if (status >= 200) this.onHead(status, statusText, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { waiting } = this;
    if (waiting) {
      this.waiting = undefined;
      waiting.resolve(chunk);
      return;
    }
    this.buffered.push(chunk);
    this.bufferedBytes += chunk.length;
    if (this.bufferedBytes >= MAX_BUFFERED_BYTES) controller.pause();
  }

  onResponseEnd(): void {
    this.ended = true;
    this.settle();
    this.waiting?.resolve(undefined);
  }

  onResponseError(_: unknown, error: unknown): void {
    if (!this.ended && !this.failed) this.fail(error);
  }

  private fail(reason: unknown): void {
    this.failed = true;
    this.reason = reason;
    this.buffered.length = 0;
    this.settle();
    this.reject(reason);
    this.waiting?.reject(reason);
  }

  private settle(): void {
    const { exchanges } = this.running;
    this.signal?.removeEventListener("abort", this);
    exchanges.delete(this);
    if (exchanges.size === 0) this.running.onIdle();
  }
}
