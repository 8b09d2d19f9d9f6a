import type { Dispatcher } from "undici";
import { Answer } from "./answer.js";
import type { Received } from "./answer-headers.js";
import type { Incoming } from "./incoming.js";
import { wantedOf } from "./wanted.js";

/** Sends a request by undici. Rejects with undici's error, the reason of an abort, or a `TypeError` for what is not sent. */
export function send(dispatcher: Dispatcher, target: string, init: RequestInit): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { url, origin, path, method, headers, body, signal } = wantedOf(target, init);
    const exchange: Exchange = new Exchange(signal, reject, (status, statusText, received) =>
      resolve(new Answer(exchange, { url, status, statusText, received, toHead: method === "HEAD" })),
    );
    if (exchange.failed) return;
    try {
      // Its type has the usual methods only; the service may have others.
      dispatcher.dispatch({ origin, path, method: method as Dispatcher.HttpMethod, headers, body }, exchange);
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
}

/** Of a body that nobody reads this much is taken in; then the server has to wait. */
const HELD_BYTES = 131_072;

/** What a dropped connection is told; whoever waits for it is told the caller's reason. */
const GIVEN_UP = new Error("given up");

type OnHead = (status: number, statusText: string, headers: Received) => void;

/** A request on its way, and the bytes that come back. A class, since each request makes one. */
export class Exchange implements Dispatcher.DispatchHandler, Incoming {
  failed = false;
  ended = false;
  readonly held: Buffer[] = [];
  private heldBytes = 0;
  private reason: unknown;
  private controller: Dispatcher.DispatchController | undefined;
  private waiting: { resolve(chunk: Buffer | undefined): void; reject(reason: unknown): void } | undefined;

  constructor(
    private readonly signal: AbortSignal | null | undefined,
    private readonly reject: (reason: unknown) => void,
    private readonly onHead: OnHead,
  ) {
    if (signal?.aborted) this.fail(signal.reason);
    else signal?.addEventListener("abort", this);
  }

  /** The signal's listener. */
  handleEvent(): void {
    this.giveUp(this.signal?.reason);
  }

  giveUp(reason: unknown): void {
    if (this.ended || this.failed) return;
    this.fail(reason);
    this.controller?.abort(GIVEN_UP);
  }

  next(): Promise<Buffer | undefined> {
    if (this.failed) return Promise.reject(this.reason);
    const chunk = this.held.shift();
    if (chunk) {
      this.heldBytes -= chunk.length;
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
    // It was given up while it waited for a connection.
    if (this.failed) controller.abort(GIVEN_UP);
  }

  onResponseStart(_: unknown, status: number, headers: Received, statusText = ""): void {
    // Interim answers hold nothing for the client.
    if (status >= 200) this.onHead(status, statusText, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { waiting } = this;
    if (waiting) {
      this.waiting = undefined;
      waiting.resolve(chunk);
      return;
    }
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (this.heldBytes >= HELD_BYTES) controller.pause();
  }

  onResponseEnd(): void {
    this.ended = true;
    this.signal?.removeEventListener("abort", this);
    this.waiting?.resolve(undefined);
  }

  onResponseError(_: unknown, error: unknown): void {
    if (!this.ended && !this.failed) this.fail(error);
  }

  private fail(reason: unknown): void {
    this.failed = true;
    this.reason = reason;
    this.held.length = 0;
    this.signal?.removeEventListener("abort", this);
    this.reject(reason);
    this.waiting?.reject(reason);
  }
}
