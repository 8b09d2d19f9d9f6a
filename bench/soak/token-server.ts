import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "content-service-sandbox";

/** How long an access token works. */
export const TOKEN_LIFE_MS = 5000;
/** Every third one is ended early, so that callers learn of it by a 401. */
export const SHORTEST_LIFE_MS = 4000;

/** What happened at the token address. */
export interface TokenCounts {
  /** Requests for tokens. */
  readonly requests: number;
  readonly issued: number;
  /** Refused as spent: somebody had been faster, or a token was used twice. */
  readonly refused: number;
  /** Answered by a fault, and nothing was done. */
  readonly faulted: number;
  /** Came while the newest token still had more than half of its life before it. */
  readonly needless: number;
  /** The longest time in which no token worked. */
  readonly longestGapMs: number;
}

/** The token address of a sandbox, with tokens that live for seconds. */
export interface TokenServer {
  readonly authUrl: string;
  counts(): TokenCounts;
}

/**
 * Starts a token address before that of a sandbox. The sandbox issues tokens for an hour; here they get a shorter life,
 * which the answer names, and after which the sandbox is told to take them back. All else is the sandbox's own: the
 * tokens, that a refresh token works once, and its faults.
 */
export async function startTokenServer(sandbox: Sandbox): Promise<TokenServer> {
  const counts = { requests: 0, issued: 0, refused: 0, faulted: 0, needless: 0, longestGapMs: 0 };
  /** When the newest token was issued, and when it ends. */
  let issuedMs = Number.NEGATIVE_INFINITY;
  let endMs = Number.POSITIVE_INFINITY;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    counts.requests += 1;
    const nowMs = performance.now();
    if (nowMs < endMs && nowMs - issuedMs < TOKEN_LIFE_MS / 2) counts.needless += 1;
    const body = await textOf(incoming);
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const answered = await sandbox.fetch(`${sandbox.authUrl}${incoming.url}`, { method: "POST", headers, body });
    const text = await answered.text();
    outgoing.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "text/plain" });
    if (answered.ok) outgoing.end(JSON.stringify({ ...JSON.parse(text), expires_in: TOKEN_LIFE_MS / 1000 }));
    else outgoing.end(text);
    if (answered.ok) issued(JSON.parse(text).access_token);
    else if (answered.status < 500) counts.refused += 1;
    else counts.faulted += 1;
  }

  function issued(token: string): void {
    counts.issued += 1;
    const lifeMs = counts.issued % 3 === 0 ? SHORTEST_LIFE_MS : TOKEN_LIFE_MS;
    const nowMs = performance.now();
    counts.longestGapMs = Math.max(counts.longestGapMs, nowMs - endMs);
    issuedMs = nowMs;
    endMs = nowMs + lifeMs;
    setTimeout(() => void revoke(token), lifeMs).unref();
  }

  async function revoke(token: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ token });
    await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens/revoke`, { method: "POST", headers, body });
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => {
      // A fault of the sandbox reset the connection.
      counts.faulted += 1;
      outgoing.socket?.resetAndDestroy();
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port, so it has an address.
  const { port } = server.address() as AddressInfo;
  return { authUrl: `http://127.0.0.1:${port}`, counts: () => ({ ...counts }) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of incoming.setEncoding("utf8")) text += part;
  return text;
}
