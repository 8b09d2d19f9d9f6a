import type { OperationRequest } from "./operation.js";

/** Sends the contract's `ServiceApi` header under the name that the deployment gives it. */
export function brandHeader({ call, headers }: OperationRequest): void {
  const name = call.settings.brandHeader ?? "ServiceApi";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new TypeError("brandHeader must be a header name, such as X-Service-Api");
  const value = headers.get("ServiceApi");
  if (value === null) return;
  const password = value.split("&shared_link_password=")[1];
  // Encoded, as sent, and decoded.
  if (password) call.secrets.push(password, new URLSearchParams(`=${password}`).get("") ?? "");
  headers.delete("ServiceApi");
  headers.set(name, value);
}

/** Rejects an offset above the contract's maximum; the service would return 400. */
export function checkOffset({ url, call }: OperationRequest): void {
  const max = call.info?.paging?.maxOffset;
  if (max !== undefined && Number(new URL(url).searchParams.get("offset")) > max) {
    throw new TypeError(`query.offset must be at most ${max}: use marker paging (usemarker: true) beyond that`);
  }
}

/** Sends a JSON body under its own media type. */
export function setContentType({ call, headers, body }: OperationRequest): void {
  if (call.info?.contentType && body !== null) headers.set("Content-Type", call.info.contentType);
}

/** Repeats the names of some arrays in the query (`explode: true`), which are comma-separated otherwise. */
export function explodeArrays(request: OperationRequest): void {
  const [address, query] = request.url.split("?");
  const parts = query?.split("&").flatMap((part) => {
    const [name = "", value = ""] = part.split("=");
    if (!request.call.info?.explode?.includes(decodeURIComponent(name))) return [part];
    // A comma of a value is encoded.
    return value.split(",").map((item) => `${name}=${item}`);
  });
  if (parts) request.call.url = request.url = `${address}?${parts.join("&")}`;
}

/**
 * Records the secrets of a JSON body (`format: password` in the contract), so that errors do not repeat them.
 *
 * @throws TypeError for a lone surrogate in a secret: the service would receive another character.
 */
export function hideSecrets({ call, body }: OperationRequest): void {
  try {
    JSON.parse(body ?? "", (name, value: unknown) => {
      if (call.info?.secrets?.includes(name) && typeof value === "string") call.secrets.push(value);
      return value;
    });
  } catch {
    // No body, or one that a caller of client.http serialized otherwise.
  }
  if (/\p{Cs}/u.test(String(call.secrets))) throw new TypeError("a secret in the body must be well-formed text");
}

/** Sends the token operation to the token server, as a form, without headers that are meant for the service. */
export function toTokenServer(request: OperationRequest): void {
  const { call, headers } = request;
  const { authUrl, baseUrl } = call.settings;
  if (!authUrl) throw new TypeError("authUrl must be set to call the token server");
  call.url = request.url = request.url.replace(baseUrl, () => authUrl);
  // A form encodes some characters differently, and a server may repeat the encoded secret.
  call.secrets.push(...call.secrets.map((secret) => String(new URLSearchParams({ "": secret })).slice(1)));
  request.body = String(new URLSearchParams(JSON.parse(request.body ?? "{}")));
  // The others are meant for the service.
  for (const name of [...headers.keys()]) if (name !== "user-agent") headers.delete(name);
  headers.set("Content-Type", "application/x-www-form-urlencoded");
}
