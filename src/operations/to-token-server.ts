import type { PreparedRequest } from "../request/call.js";

/** Sends the token operation to its own server, as a form, without anything that is meant for the service. */
export function toTokenServer(request: PreparedRequest): void {
  const { call, headers } = request;
  const { authUrl, baseUrl } = call.settings;
  if (!authUrl) throw new TypeError("authUrl must be set to call the token server");
  call.url = request.url = request.url.replace(baseUrl, () => authUrl);
  // A form writes some characters in its own way, and a server may repeat what it was sent.
  call.secrets.push(...call.secrets.map((secret) => String(new URLSearchParams({ "": secret })).slice(1)));
  request.body = String(new URLSearchParams(JSON.parse(request.body ?? "{}")));
  headers.delete("As-User");
  headers.set("Content-Type", "application/x-www-form-urlencoded");
}
