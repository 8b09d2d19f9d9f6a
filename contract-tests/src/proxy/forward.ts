import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { type BodyCopy, createBodyCopy } from "./body-copy.js";
import { endToEndHeaders, headerOf, pairsOf } from "./end-to-end-headers.js";
import { answerBadGateway, mayBeRepeated, type Upstream } from "./upstream.js";
import { VIOLATIONS_HEADER } from "./watcher.js";
/** An exchange that passes through, as far as it has come. */
export interface Passing {
  readonly incoming: IncomingMessage;
  readonly answer: IncomingMessage;
  readonly sent: BodyCopy;
  readonly received: BodyCopy;
}

/** What decides about the header, and is told how it ended. */
export interface Watcher {
  /** The value of the header before the body is known; undefined for none. */
  soFar(passing: Passing): Promise<string | undefined>;
  /** The value of the header when all is known; undefined for none. Called once for each exchange that came to its end. */
  ended(passing: Passing): Promise<string | undefined>;
  /** There was no answer, or only a part of one. */
  broken(reason: string): void;
}

/** How much is kept, and for how long an answer waits. */
export interface Bounds {
  readonly maxHeldBytes: number;
  readonly maxHeldMs: number;
  readonly maxCheckedBytes: number;
}

/** Sends a request on and its answer back. Bytes are not touched; the answer gets one header more. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, path, watcher, bounds }: { upstream: Upstream; path: string; watcher: Watcher; bounds: Bounds },
): void {
  const sent = createBodyCopy(bounds.maxCheckedBytes);
  // Node would add one of its own where the service has sent none.
  outgoing.sendDate = false;
  let answered = false;
  const attempt = (repeats: number): ClientRequest => {
    const request = upstream.request(incoming, path);
    request.on("continue", () => outgoing.writeContinue());
    request.on("information", (info) => passInformation(info, incoming, outgoing));
    request.on("response", (answer) => {
      answered = true;
      const passing = { incoming, answer, sent, received: createBodyCopy(bounds.maxCheckedBytes) };
      passAnswer(passing, outgoing, watcher, bounds);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // What comes after the answer has begun is told by the answer. A client that has left gets none.
      if (answered || outgoing.destroyed) return;
      if (request.reusedSocket && error.code === "ECONNRESET" && repeats > 0) {
        current = attempt(repeats - 1);
        current.end();
        return;
      }
      watcher.broken(answerBadGateway(outgoing, error));
    });
    return request;
  };
  const repeatable = mayBeRepeated(incoming);
  // Each of them may find another kept connection that was closed.
  let current = attempt(repeatable ? MAX_REPEATS : 0);
  // The client has left, or it has everything.
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) current.destroy();
  });
  if (repeatable) {
    incoming.resume();
    current.end();
  } else passBody(incoming, current, sent);
}

const MAX_REPEATS = 5;

/** Sends the head. `flushHeaders` would write it as UTF-8, though each character of it is one byte. */
const NOTHING = Buffer.alloc(0);

function passBody(incoming: IncomingMessage, request: ClientRequest, sent: BodyCopy): void {
  // A client that waits for `100 Continue` sends nothing until the service has had the head.
  request.write(NOTHING);
  incoming.on("data", (chunk: Buffer) => {
    sent.add(chunk);
    if (request.destroyed) return;
    if (!request.write(chunk)) incoming.pause();
  });
  request.on("drain", () => incoming.resume());
  // Without a reader the client could not send the rest, and would not come to read the answer.
  request.on("close", () => incoming.resume());
  incoming.on("end", () => {
    if (request.destroyed) return;
    if (incoming.rawTrailers.length > 0) request.addTrailers(pairsOf(incoming.rawTrailers));
    request.end();
  });
  incoming.on("error", () => request.destroy());
}

/** 1xx answers but `100 Continue`, which Node writes itself. */
function passInformation(
  { statusCode, statusMessage, rawHeaders }: { statusCode: number; statusMessage: string; rawHeaders: string[] },
  { httpVersion }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (statusCode === 100 || httpVersion === "1.0" || outgoing.headersSent) return;
  const lines = endToEndHeaders(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  // Node has functions for two of these statuses, and they take no headers or only some.
  outgoing.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
}

function passAnswer(passing: Passing, outgoing: ServerResponse, watcher: Watcher, bounds: Bounds): void {
  const { answer, received } = passing;
  let held: Buffer[] | undefined = [];
  let isReleasing = false;
  const timer = setTimeout(() => void releaseEarly(), bounds.maxHeldMs).unref();

  const release = (header: string | undefined): void => {
    clearTimeout(timer);
    if (held === undefined || outgoing.destroyed) return;
    const { status, message, headers } = answerHead(passing, header);
    outgoing.writeHead(status, message, headers);
    outgoing.write(NOTHING);
    for (const chunk of held) outgoing.write(chunk);
    held = undefined;
    if (outgoing.writableNeedDrain) answer.pause();
  };
  const releaseEarly = async (): Promise<void> => {
    if (isReleasing || held === undefined) return;
    isReleasing = true;
    release(await watcher.soFar(passing));
  };

  answer.on("data", (chunk: Buffer) => {
    received.add(chunk);
    if (held !== undefined) {
      held.push(chunk);
      if (received.bytes > bounds.maxHeldBytes) void releaseEarly();
    } else if (!outgoing.write(chunk)) answer.pause();
  });
  outgoing.on("drain", () => answer.resume());
  answer.on("end", async () => {
    // It may be that the head is being written: the check of the end takes no less long, and comes behind it.
    const header = await watcher.ended(passing);
    release(header);
    if (answer.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(answer.rawTrailers));
    outgoing.end();
  });
  answer.on("error", () => {});
  answer.on("close", async () => {
    clearTimeout(timer);
    if (answer.complete || outgoing.destroyed) return;
    watcher.broken("the answer broke off");
    await releaseEarly();
    // What has come is passed on, and then the connection ends before its time here as it did there.
    if (outgoing.socket === null) outgoing.destroy();
    else outgoing.socket.destroySoon();
  });
  if (!mayBeHeld(passing, bounds)) void releaseEarly();
}

/** Whether an answer may wait until it is checked. What is made bit by bit must not. */
function mayBeHeld({ answer }: Passing, { maxHeldBytes }: Bounds): boolean {
  const headers = pairsOf(answer.rawHeaders);
  const length = headerOf(headers, "content-length");
  const type = headerOf(headers, "content-type") ?? "";
  if (/^(text\/event-stream|multipart\/)/i.test(type)) return false;
  if (length !== undefined) return Number(length) <= maxHeldBytes || answer.statusCode === 304;
  return /^application\/([^;]+\+)?json\b/i.test(type) || /^(204|304)$/.test(String(answer.statusCode));
}

/** The head of the answer to a client: the one of the service, without what was about its connection alone. */
export function answerHead(
  { incoming, answer }: Pick<Passing, "incoming" | "answer">,
  violations: string | undefined,
): { readonly status: number; readonly message: string; readonly headers: string[] } {
  const { statusCode = 502, statusMessage = "", rawHeaders } = answer;
  const isChunked = headerOf(pairsOf(rawHeaders), "transfer-encoding") !== undefined;
  const mayHaveTrailers = isChunked && incoming.httpVersion !== "1.0" && incoming.method !== "HEAD";
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => mayHaveTrailers || name.toLowerCase() !== "trailer");
  if (violations !== undefined) headers.push([VIOLATIONS_HEADER, violations]);
  // The client has not sent its body, and may or may not do so (RFC 9110, section 10.1.1).
  const isRefusedEarly = incoming.headers.expect !== undefined && !incoming.complete;
  if (isRefusedEarly) headers.push(["Connection", "close"]);
  return { status: statusCode, message: statusMessage, headers: headers.flat() };
}
