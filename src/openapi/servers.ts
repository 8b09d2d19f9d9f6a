import { checkedUrl } from "../checks.js";
import type { OperationRequest } from "../operations/operation.js";
import { isBelow } from "../request/prepared-request.js";

/** The servers of requests that go to another one than `baseUrl`. */
const servers = /* @__PURE__ */ new WeakMap<object, string>();

/**
 * Creates a hook that sends an operation to a server of its own (`servers` of a path or an operation). A URL without a
 * host belongs to the host of `baseUrl`. Only `secured` sends credentials to such a server.
 */
export function atServer(server: string): (request: OperationRequest) => void {
  return (request) => {
    const { call } = request;
    const { baseUrl, allowInsecure } = call.settings;
    const url = checkedUrl("server", new URL(server, baseUrl).href, allowInsecure);
    if (!isBelow(request.url, baseUrl)) return;
    call.url = request.url = url + request.url.slice(baseUrl.length);
    servers.set(call, url);
  };
}

/** The URL below which a call may send its credentials. */
export function serverOf(call: OperationRequest["call"]): string {
  return servers.get(call) ?? call.settings.baseUrl;
}
