import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { checkNames } from "content-service-contract";
import { createRequestGuard } from "content-service-contract/local-server";
import { type Delivery, half } from "../faults/fault-effects.js";
import type { Cors } from "./cors.js";
import type { HttpRequest } from "./read-limited-body.js";

/** The options of a server. */
export interface ListenOptions {
  /** The port, 0 for a free one. @default 0 */
  readonly port?: number | undefined;
  /** The name or address of the network interface. @default "127.0.0.1", reachable only from this machine */
  readonly host?: string | undefined;
  /**
   * Host names or addresses, without a port, that requests may use beside `localhost`, 127.0.0.0/8, `[::1]` and `host`.
   * A request for another host is rejected with 421, and one of a web page of another origin with 403, unless
   * `createSandbox` allows it with `cors`.
   * @default []
   */
  readonly allowHosts?: readonly string[] | undefined;
}

/** A running server. */
export interface Listening {
  /** The URL of the server, such as `http://127.0.0.1:4010`. The control operations are below `/_sandbox`. */
  readonly url: string;
  /** The base URL for a client. */
  readonly baseUrl: string;
  /** The token URL for a client. */
  readonly authUrl: string;
  /** The port of the server. */
  readonly port: number;
  /** Stops the server and closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a server. Rejects with the error of the system if the address is not available, and with a `TypeError` for an
 * invalid host name or an unknown option.
 */
export async function listen(
  handle: (request: HttpRequest) => Promise<Delivery>,
  { basePath, cors }: { readonly basePath: string; readonly cors: Cors },
  options: ListenOptions = {},
): Promise<Listening> {
  checkNames(options, { port: true, host: true, allowHosts: true });
  const { port = 0, host = "127.0.0.1", allowHosts = [] } = options;
  // A host name has no zone.
  const guard = createRequestGuard([...allowHosts, host.replace(/%.*/, "")], cors.rule);
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = withoutDotSegments(incoming.url ?? "/");
    if (target === undefined) {
      outgoing.writeHead(400).end();
      return;
    }
    const { method = "GET", rawHeaders } = incoming;
    const { origin, host: sentHost = "localhost" } = incoming.headers;
    const rejected = guard({ method, url: target, rawHeaders });
    const isAllowed = rejected === undefined && origin !== undefined && cors.rule.allows(origin, target);
    // The guard has read the host of a request that it allows.
    const url = target.startsWith("/") ? `http://${rejected === undefined ? sentHost : "localhost"}${target}` : target;
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    // Not destroyed, since the connection has to send the response.
    const body = incoming.iterator({ destroyOnReturn: false });
    const allowedOrigin = isAllowed ? origin : undefined;
    await send(await handle({ method, url, headers, body, rejected, allowedOrigin }), outgoing);
  }

  // The process may be busy for longer than Node's default of 5 s. The connection must stay open.
  server.keepAliveTimeout = 0;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Expected a server with a port");
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
  return {
    url,
    baseUrl: `${url}${basePath}`,
    authUrl: url,
    port: address.port,
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The target of a request as it is routed, so that the guard sees the same path. `undefined` if it is not a URL. */
function withoutDotSegments(target: string): string | undefined {
  // A proxy request has an absolute URL.
  const isPath = target.startsWith("/");
  const url = isPath ? `http://localhost${target}` : target;
  // A URL would read a backslash as a slash.
  if (!URL.canParse(url) || target.includes("\\")) return undefined;
  const { href, origin } = new URL(url);
  return isPath ? href.slice(origin.length) : href;
}

async function send(
  { response: { status, headers, body }, faultEffect }: Delivery,
  outgoing: ServerResponse,
): Promise<void> {
  if (faultEffect === "reset") {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const isStream = body instanceof ReadableStream;
  // A handler of your own may give the length of a stream, or of the body that a HEAD omits.
  const ownLength = isStream || (body === null && "content-length" in headers);
  const hasLength = status !== 204 && status !== 304 && !ownLength;
  const length = hasLength && !isStream ? { "content-length": Buffer.byteLength(body ?? "") } : {};
  outgoing.writeHead(status, { ...headers, ...length });
  if (faultEffect === undefined) {
    // A client that leaves cancels the stream.
    if (isStream) await pipeline(body, outgoing);
    else outgoing.end(body ?? undefined);
    return;
  }
  // Sends less than the content length.
  outgoing.flushHeaders();
  await new Promise((resolve) => outgoing.write(faultEffect === "cut" ? half(body) : "", resolve));
  // A reset could overtake the sent part.
  outgoing.socket?.destroy();
}
