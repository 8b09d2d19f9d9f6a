import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "content-service-sandbox";

/** The lifetime of an access token. */
export const TOKEN_LIFE_MS = 5000;
/** Every third token is revoked early, so that callers get a 401. */
export const SHORTEST_LIFE_MS = 4000;

export interface TokenCounts {
  readonly requests: number;
  readonly issued: number;
  /** Rejected because the refresh token was spent. */
  readonly rejected: number;
  /** Failed by an injected fault. */
  readonly faulted: number;
  /** Received before half of the lifetime of the newest token. */
  readonly needless: number;
  /** Longest time without a valid token. */
  readonly longestGapMs: number;
}

export interface TokenServer {
  readonly authUrl: string;
  counts(): TokenCounts;
}

/**
 * Starts a proxy for the sandbox's token endpoint. It shortens `expires_in` and revokes each token in the sandbox when
 * that time is over; single-use refresh tokens and faults are the sandbox's own.
 */
export async function startTokenServer(sandbox: Sandbox): Promise<TokenServer> {
  const counts = { requests: 0, issued: 0, rejected: 0, faulted: 0, needless: 0, longestGapMs: 0 };
  let issuedMs = Number.NEGATIVE_INFINITY;
  let endMs = Number.POSITIVE_INFINITY;

  async function proxy(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    counts.requests += 1;
    const nowMs = performance.now();
    if (nowMs < endMs && nowMs - issuedMs < TOKEN_LIFE_MS / 2) counts.needless += 1;
    const body = await textOf(incoming);
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const response = await sandbox.fetch(`${sandbox.authUrl}${incoming.url}`, { method: "POST", headers, body });
    const text = await response.text();
    outgoing.writeHead(response.status, { "content-type": response.headers.get("content-type") ?? "text/plain" });
    if (response.ok) outgoing.end(JSON.stringify({ ...JSON.parse(text), expires_in: TOKEN_LIFE_MS / 1000 }));
    else outgoing.end(text);
    if (response.ok) issued(JSON.parse(text).access_token);
    else if (response.status < 500) counts.rejected += 1;
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
    proxy(incoming, outgoing).catch(() => {
      // An injected fault reset the connection.
      counts.faulted += 1;
      outgoing.socket?.resetAndDestroy();
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { authUrl: `http://127.0.0.1:${port}`, counts: () => ({ ...counts }) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of incoming.setEncoding("utf8")) text += part;
  return text;
}
