import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type CheckOptions, checkNames, findRoute, loadContract } from "content-service-contract";
import { createRequestGuard, sendRejection } from "content-service-contract/local-server";
import type { CheckReport } from "../report/report.js";
import { createTraffic } from "../traffic/create-traffic.js";
import { forward } from "./forward.js";
import { createUpstream, MAX_HEADER_BYTES } from "./upstream.js";
import { createWatcher, type ProxiedExchange } from "./watcher.js";

/** Options of `createContractProxy`. */
export interface ContractProxyOptions extends Pick<CheckOptions, "contract" | "brandHeader" | "closed" | "listed"> {
  /** The base address of the service, with its version segment. */
  readonly target: string;
  /** The address of its token server. @default the proxy has no token address */
  readonly authTarget?: string | undefined;
  /** Called after each exchange. Errors that it throws are ignored. */
  readonly onExchange?: ((exchange: ProxiedExchange) => void) | undefined;
  /** Responses up to this size are checked before they are forwarded. @default 1048576, 1 MiB */
  readonly maxBufferedBytes?: number | undefined;
  /** The longest time that a response is held back, in milliseconds. @default 2000 */
  readonly maxBufferedMs?: number | undefined;
  /** The largest body that is checked, compressed or not. @default 16777216, 16 MiB */
  readonly maxCheckedBytes?: number | undefined;
  /**
   * Host names or addresses, without a port, that requests may use beside loopback names, the target and the host to
   * listen on. Requests for other hosts, and of web pages of other origins, are rejected and not forwarded. @default []
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** The certificates to trust, in PEM, for a target with `https:`. @default the certificates of Node */
  readonly ca?: string | undefined;
}

/** A proxy that checks each exchange. */
export interface ContractProxy {
  /** Starts listening. @default a free port of the loopback address */
  listen(where?: { readonly port?: number | undefined; readonly host?: string | undefined }): Promise<ListeningProxy>;
  /** The results so far. */
  report(): CheckReport;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** The addresses of a listening proxy. */
export interface ListeningProxy {
  /** The base address for a client. */
  readonly baseUrl: string;
  /** The token address for a client; undefined without a token server. */
  readonly authUrl: string | undefined;
  /** The port that it listens on. */
  readonly port: number;
}

const PROXY_OPTIONS: Readonly<Record<keyof ContractProxyOptions, true>> = {
  ...{ target: true, authTarget: true, contract: true, brandHeader: true, closed: true, listed: true },
  ...{ onExchange: true, maxBufferedBytes: true, maxBufferedMs: true, maxCheckedBytes: true },
  ...{ allowHosts: true, ca: true },
};

/** The path of the token server, which is another host than the service. */
const AUTH_PATH = "/_auth";

/**
 * Creates a proxy between any client and a service that checks each exchange against the contract.
 *
 * Bytes are forwarded unchanged. A response gets one header, `Contract-Violations`, with a JSON list of violations. For
 * that, a response is buffered up to `maxBufferedBytes` and `maxBufferedMs`. A longer one and a stream are forwarded
 * earlier: the list ends with `{"pending":"response-body"}`, and only `onExchange` and the report have the violations of
 * the body.
 *
 * Throws a `TypeError` when an address is invalid, and for an unknown option.
 *
 * @example
 * const proxy = createContractProxy({ target: "https://api.content.example/2.0" });
 * const { baseUrl } = await proxy.listen();
 */
export function createContractProxy(options: ContractProxyOptions): ContractProxy {
  checkNames(options, PROXY_OPTIONS);
  const { contract = loadContract(), closed, listed, brandHeader, onExchange = () => {}, ca } = options;
  const target = addressOf("target", options.target);
  const authTarget = options.authTarget === undefined ? undefined : addressOf("authTarget", options.authTarget);
  const { maxBufferedBytes = 1_048_576, maxBufferedMs = 2_000, maxCheckedBytes = 16_777_216 } = options;
  const limits = { maxBufferedBytes, maxBufferedMs, maxCheckedBytes };
  const addresses = { baseUrl: target, authUrl: authTarget };
  const checking = { ...addresses, contract, closed, listed, brandHeader };
  const traffic = createTraffic({ ...checking, subject: target, source: "proxy" });
  const service = createUpstream(target, ca);
  const tokens = authTarget === undefined ? undefined : createUpstream(authTarget, ca);

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // A client that uses this as an HTTP proxy sends an absolute URL (RFC 9112, section 3.2.2).
    const asked = (incoming.url ?? "/").replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, "") || "/";
    const isAuth = authTarget !== undefined && tokens !== undefined && /^\/_auth(?=[/?]|$)/.test(asked);
    const upstream = isAuth ? tokens : service;
    const path = isAuth ? `${pathOf(authTarget)}${asked.slice(AUTH_PATH.length)}` || "/" : asked;
    const url = `${upstream.origin}${path}`;
    const { method = "GET" } = incoming;
    const route = findRoute(contract, method, url, addresses);
    const operation = route.kind === "operation" ? route.operation.id : undefined;
    const watcher = createWatcher({ method, url, operation, traffic, onExchange });
    forward(incoming, outgoing, { upstream, path, watcher, limits });
  };
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 });

  return {
    async listen({ port = 0, host = "127.0.0.1" } = {}) {
      // A client that uses this as an HTTP proxy names the target.
      const targets = [target, ...(authTarget === undefined ? [] : [authTarget])].map((one) => new URL(one).hostname);
      const guard = createRequestGuard([...targets, host.replace(/%.*/, ""), ...(options.allowHosts ?? [])]);
      const onGuarded = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
        const rejected = guard(incoming);
        if (rejected === undefined) onRequest(incoming, outgoing);
        else sendRejection(outgoing, rejected);
      };
      server.listen(port, host);
      // `Expect` is for the service to handle.
      for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, onGuarded);
      await once(server, "listening");
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("Expected the proxy to have a port");
      const origin = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
      return {
        baseUrl: `${origin}${pathOf(target)}`,
        authUrl: authTarget === undefined ? undefined : `${origin}${AUTH_PATH}`,
        port: address.port,
      };
    },
    report: traffic.report,
    async close() {
      service.close();
      tokens?.close();
      if (!server.listening) return;
      const end = once(server, "close");
      server.close();
      server.closeAllConnections();
      await end;
    },
  };
}

function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.username !== "")
    throw new TypeError(`${name} must be an address such as https://api.content.example/2.0`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, "");
}
