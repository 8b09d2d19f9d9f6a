import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { type BodyCopy, createBodyCopy } from "./body-copy.js";
import { endToEndHeaders, isRetryable, pairsOf, sendBadGateway, type Upstream } from "./upstream.js";
import type { Passing, Watcher } from "./watcher.js";

/** The response header with the violations of an exchange. */
const VIOLATIONS_HEADER = "Contract-Violations";

interface ProxyLimits {
  readonly maxBufferedBytes: number;
  readonly maxBufferedMs: number;
  readonly maxCheckedBytes: number;
}

/** Forwards a request and its response. Bytes are unchanged; the response gets one more header. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, path, watcher, limits }: { upstream: Upstream; path: string; watcher: Watcher; limits: ProxyLimits },
): void {
  const sent = createBodyCopy(limits.maxCheckedBytes);
  // Otherwise Node adds a `Date` header.
  outgoing.sendDate = false;
  let responded = false;
  let failed = false;
  const fail = (error: NodeJS.ErrnoException, status?: number): void => {
    if (failed) return;
    failed = true;
    if (outgoing.headersSent) outgoing.destroy();
    else if (!outgoing.destroyed) sendBadGateway(outgoing, error);
    watcher.malformed(error.message, incoming, status);
  };
  const attempt = (retries: number): ClientRequest => {
    const request = upstream.request(incoming, path);
    request.on("continue", () => outgoing.writeContinue());
    request.on("information", (info) => passInformation(info, incoming, outgoing));
    request.on("response", (response) => {
      responded = true;
      const passing = { incoming, response, sent, received: createBodyCopy(limits.maxCheckedBytes) };
      const failed = (error: Error) => {
        request.destroy();
        fail(error, response.statusCode);
      };
      const problem = headProblem(response);
      if (problem === undefined) passResponse(passing, outgoing, watcher, limits, failed);
      else failed(Object.assign(new Error(problem), { code: "ERR_HTTP_MALFORMED" }));
    });
    // No request asks for one, since `Upgrade` is not forwarded.
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      fail(Object.assign(new Error("the service switched protocols"), { code: "ERR_HTTP_UPGRADE" }));
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The response reports errors after its head. A disconnected client gets no response.
      if (responded || outgoing.destroyed) return;
      if (request.reusedSocket && error.code === "ECONNRESET" && retries > 0) {
        current = attempt(retries - 1);
        current.end();
        return;
      }
      if (NO_CONNECTION.test(error.code ?? "")) watcher.broken(sendBadGateway(outgoing, error));
      else fail(error);
    });
    return request;
  };
  const retryable = isRetryable(incoming);
  let current: ClientRequest;
  try {
    // Each retry may meet another closed connection of the pool.
    current = attempt(retryable ? MAX_RETRIES : 0);
  } catch (error) {
    // Node rejects some paths and headers that it parses.
    fail(asError(error));
    return;
  }
  // The client disconnected, or received everything.
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) current.destroy();
  });
  if (retryable) {
    incoming.resume();
    current.end();
  } else passBody(incoming, current, sent);
}

const MAX_RETRIES = 5;

/** Without a connection there is nothing to check. */
const NO_CONNECTION = /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)|CERT|SELF_SIGNED|UNABLE_TO/;

/** Writing it sends the head. `flushHeaders` would encode the head as UTF-8 instead of latin1. */
const NOTHING = Buffer.alloc(0);

function passBody(incoming: IncomingMessage, request: ClientRequest, sent: BodyCopy): void {
  // A client that waits for `100 Continue` sends the body only after the service received the head.
  request.write(NOTHING);
  incoming.on("data", (chunk: Buffer) => {
    sent.add(chunk);
    if (request.destroyed) return;
    if (!request.write(chunk)) incoming.pause();
  });
  request.on("drain", () => incoming.resume());
  // Read the rest, or the client could neither send it nor read the response.
  request.on("close", () => incoming.resume());
  incoming.on("end", () => {
    if (request.destroyed) return;
    try {
      if (incoming.rawTrailers.length > 0) request.addTrailers(pairsOf(incoming.rawTrailers));
      request.end();
    } catch (error) {
      request.destroy(asError(error));
    }
  });
  incoming.on("error", () => request.destroy());
}

/** Forwards 1xx responses except `100 Continue`, which Node writes itself. */
function passInformation(
  { statusCode, statusMessage, rawHeaders }: { statusCode: number; statusMessage: string; rawHeaders: string[] },
  { httpVersion }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (statusCode === 100 || httpVersion === "1.0" || outgoing.headersSent) return;
  const lines = endToEndHeaders(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  // The functions of Node for these statuses do not support all headers.
  outgoing.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
}

/** Node parses more than it writes, such as a status of 99 and control characters. */
function headProblem({ statusCode = 0, statusMessage = "", rawHeaders }: IncomingMessage): string | undefined {
  if (statusCode < 100 || statusCode > 599) return `the status is ${statusCode}`;
  const isInvalid = (text: string) => /[^\t\x20-\x7e\x80-\xff]/.test(text);
  if (isInvalid(statusMessage)) return "the reason phrase has a control character";
  return rawHeaders.some(isInvalid) ? "a header has a control character" : undefined;
}

function passResponse(
  passing: Passing,
  outgoing: ServerResponse,
  watcher: Watcher,
  limits: ProxyLimits,
  fail: (error: Error) => void,
): void {
  const { response, received } = passing;
  let buffered: Buffer[] | undefined = [];
  let isReleasing = false;
  const timer = setTimeout(() => void releaseEarly(), limits.maxBufferedMs).unref();

  const release = (header: string | undefined): void => {
    clearTimeout(timer);
    if (buffered === undefined || outgoing.destroyed) return;
    const { status, message, headers } = responseHead(passing, header);
    outgoing.writeHead(status, message, headers);
    outgoing.write(NOTHING);
    for (const chunk of buffered) outgoing.write(chunk);
    buffered = undefined;
    if (outgoing.writableNeedDrain) response.pause();
  };
  const releaseEarly = async (): Promise<void> => {
    if (isReleasing || buffered === undefined) return;
    isReleasing = true;
    const header = await watcher.soFar(passing);
    attempted(() => release(header));
  };
  const attempted = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      clearTimeout(timer);
      buffered = undefined;
      fail(asError(error));
    }
  };

  response.on("data", (chunk: Buffer) => {
    received.add(chunk);
    if (buffered !== undefined) {
      buffered.push(chunk);
      if (received.bytes > limits.maxBufferedBytes) void releaseEarly();
    } else if (!outgoing.write(chunk)) response.pause();
  });
  outgoing.on("drain", () => response.resume());
  response.on("end", async () => {
    // An early release may be under way; it finishes first.
    const header = await watcher.ended(passing);
    attempted(() => {
      release(header);
      if (response.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(response.rawTrailers));
      outgoing.end();
    });
  });
  response.on("error", () => {});
  response.on("close", async () => {
    clearTimeout(timer);
    if (response.complete || outgoing.destroyed) return;
    watcher.malformed("the response ended early", passing.incoming, response.statusCode);
    await releaseEarly();
    // Forward what was received, then close the connection early, as the service did.
    if (outgoing.socket === null) outgoing.destroy();
    else outgoing.socket.destroySoon();
  });
  if (!mayBuffer(passing, limits)) void releaseEarly();
}

/** Whether a response may be buffered until it is checked. Streams may not. */
function mayBuffer({ response }: Passing, { maxBufferedBytes }: ProxyLimits): boolean {
  const { "content-length": length, "content-type": type = "" } = response.headers;
  if (/^(text\/event-stream|multipart\/)/i.test(type)) return false;
  if (length !== undefined) return Number(length) <= maxBufferedBytes || response.statusCode === 304;
  return /^application\/([^;]+\+)?json\b/i.test(type) || /^(204|304)$/.test(String(response.statusCode));
}

/** The head of the response to the client: that of the service without its hop-by-hop headers. */
function responseHead({ incoming, response }: Pick<Passing, "incoming" | "response">, violations: string | undefined) {
  const { statusCode = 502, statusMessage = "", rawHeaders } = response;
  const isChunked = response.headers["transfer-encoding"] !== undefined;
  const mayHaveTrailers = isChunked && incoming.httpVersion !== "1.0" && incoming.method !== "HEAD";
  // Only this proxy reports violations.
  const left = new Set([VIOLATIONS_HEADER.toLowerCase(), ...(mayHaveTrailers ? [] : ["trailer"])]);
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => !left.has(name.toLowerCase()));
  if (violations !== undefined) headers.push([VIOLATIONS_HEADER, violations]);
  // The client may still send its body or not (RFC 9110, section 10.1.1).
  const isEarlyResponse = incoming.headers.expect !== undefined && !incoming.complete;
  if (isEarlyResponse) headers.push(["Connection", "close"]);
  return { status: statusCode, message: statusMessage, headers: headers.flat() };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
