/**
 * Protects a server on this machine from web pages, whose requests come from the browser of the user, and explains why a
 * server cannot start.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Why a request is rejected. */
export interface RejectedRequest {
  readonly status: 400 | 403 | 421;
  readonly code: string;
  readonly message: string;
}

/** Which web pages of other origins may send requests. */
export interface OriginRule {
  /** Whether a page of an origin may send a request for a target. */
  allows(origin: string, target: string): boolean;
  /** How to allow the page, for the message to a rejected request. Empty without a way. */
  hint(origin: string, target: string): string;
}

/** Returns why a request is rejected; undefined for an allowed request. */
export type RequestGuard = (
  request: Pick<IncomingMessage, "method" | "url" | "rawHeaders">,
) => RejectedRequest | undefined;

/**
 * Creates a guard that allows only requests of programs and of the server's own pages.
 *
 * The host must be `localhost`, an address in 127.0.0.0/8, `[::1]` or one of `allowHosts`, with any port: a page can give
 * its own name the address of this machine (DNS rebinding). `Origin`, if present, must be that host, and `Sec-Fetch-Site`
 * must be `same-origin`, or `none` for a GET. `originRule` allows more origins.
 *
 * @param allowHosts more host names or addresses, without a port. Throws a `TypeError` for anything else.
 */
export function createRequestGuard(allowHosts?: readonly string[], originRule?: OriginRule): RequestGuard {
  const allowed = new Set(allowHosts?.map(hostNameOf));
  const hint = allowHosts === undefined ? "" : " Allow another name with allowHosts, or --allow-host.";
  const isAllowed = (name: string) => isLoopback(name) || allowed.has(name);

  return ({ method = "GET", url = "/", rawHeaders }) => {
    const valuesOf = (name: string) =>
      rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
    // The host of an absolute target counts, and the header is checked, too (RFC 9112, section 3.2.2).
    const target = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i.exec(url)?.[1];
    const hosts = valuesOf("host");
    const authorities = [...hosts, ...(target === undefined ? [] : [target])].map(readAuthority);
    const [first] = authorities;
    if (hosts.length !== 1 || first === undefined || authorities.includes(undefined))
      return { status: 400, code: "bad_request", message: "Expected one Host header with a host name and a port." };

    const foreignHost = authorities.find((one) => one !== undefined && !isAllowed(one.name));
    if (foreignHost !== undefined) {
      const message = `Unexpected host: ${excerpt(foreignHost.name)}. Expected localhost, 127.0.0.1 or [::1].${hint}`;
      return { status: 421, code: "misdirected_request", message };
    }

    const isOwn = (origin: string) => {
      const own = /^http:\/\//.test(origin) ? readAuthority(origin.slice("http://".length)) : undefined;
      return own !== undefined && authorities.every((one) => one?.name === own.name && one.port === own.port);
    };
    const origins = valuesOf("origin");
    const [origin = ""] = origins;
    if (origins.length === 1 && originRule?.allows(origin, url)) return undefined;
    const foreignOrigin = origins.length > 1 ? origins.join(", ") : origins.find((origin) => !isOwn(origin));
    const foreignSite = valuesOf("sec-fetch-site").find(
      (site) => site !== "same-origin" && !(site === "none" && /^(GET|HEAD)$/.test(method)),
    );
    if (foreignOrigin === undefined && foreignSite === undefined) return undefined;
    const sent = foreignOrigin === undefined ? `Sec-Fetch-Site: ${foreignSite}` : `Origin: ${foreignOrigin}`;
    const own = `http://${first.name}${first.port === "80" ? "" : `:${first.port}`}`;
    const message = `Expected a request of a program or of a page of ${own}; received ${excerpt(sent)}.`;
    const originHint = foreignOrigin === undefined ? "" : (originRule?.hint(foreignOrigin, url) ?? "");
    return { status: 403, code: "forbidden_origin", message: `${message} ${originHint}`.trimEnd() };
  };
}

/** Whether a host name, as a parsed URL has it, is this machine. `127.0.0.1.evil.example` and `x.localhost` may lead anywhere. */
export function isLoopback(name: string): boolean {
  return /^(localhost|127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])$/.test(name);
}

/** Whether requests with a token may not be sent to an address: it is `http:` to another host than the loopback address. */
export function isInsecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

/** What is wrong with an insecure address. */
export function insecureMessage(address: string, option: string): string {
  return `Expected an https: address, since a token sent over http: can be read on the network; received ${address}. ${option} sends it nevertheless`;
}

/** Sends the response to a rejected request, and closes the connection. */
export function sendRejection(outgoing: ServerResponse, { status, code, message }: RejectedRequest): void {
  const body = JSON.stringify({ type: "error", status, code, message });
  // The body of the request is not read.
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}

/**
 * Explains why a server of a command cannot start, and names an option that helps. Returns undefined for another error.
 *
 * @param error an error of `listen`, or its message
 */
export function listenProblem(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const [, name] = /^getaddrinfo \w+ (\S+)$/.exec(message) ?? [];
  if (name !== undefined) return `The host name ${name} is unknown. Choose an address: --host 127.0.0.1`;
  // Without the port 0.
  const [, code, address, text] = /^listen (E[A-Z]+): .* (\S+?)(?::(\d+))?$/.exec(message) ?? [];
  const port = Number(text);
  if (code === "EADDRINUSE")
    return `The port ${port} is in use. Choose another: --port ${port < 65_535 ? port + 1 : 0}`;
  // Such as 8080 for 80.
  if (code === "EACCES")
    return `The port ${port} needs the rights of an administrator. Choose another: --port ${port + 8000}`;
  if (code === "EADDRNOTAVAIL" || code === "EINVAL")
    return `This machine does not have the address ${address}. Choose another: --host 127.0.0.1`;
  return undefined;
}

interface Authority {
  readonly name: string;
  readonly port: string;
}

function readAuthority(text: string): Authority | undefined {
  const [, name, port] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{0,5}))?$/i.exec(text) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), port: port || "80" };
}

/** The host name as browsers send it. */
function hostNameOf(text: string): string {
  const host = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
  const url = `http://${host}:0`;
  if (readAuthority(`${host}:0`) !== undefined && URL.canParse(url)) return new URL(url).hostname;
  throw new TypeError(`allowHosts must be host names or addresses without a port, received ${excerpt(text)}`);
}

function excerpt(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}
