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

/**
 * Serializes a body as JSON, and records the secrets in it (`format: password` in the contract), so that errors do not
 * repeat them.
 */
export function jsonWithSecrets(body: unknown, call: OperationRequest["call"]): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (call.info?.secrets?.includes(name) && typeof value === "string") addSecret(call, value);
    return value;
  });
}

/** Serializes a body as a form, and records the secrets in it as they are and as they are sent. */
export function formWithSecrets(body: unknown, call: OperationRequest["call"]): string {
  // The body of the contract has texts only.
  const form = new URLSearchParams(body as Record<string, string>);
  for (const [name, value] of Object.entries(Object(body)))
    if (call.info?.secrets?.includes(name))
      addSecret(call, `${value}`, String(new URLSearchParams({ "": `${value}` })).slice(1));
  return String(form);
}

/** @throws TypeError for a lone surrogate: the service would receive another character. */
function addSecret({ secrets }: OperationRequest["call"], ...forms: string[]): void {
  if (/\p{Cs}/u.test(forms[0] ?? "")) throw new TypeError("a secret in the body must be well-formed text");
  secrets.push(...forms);
}

/** Sends the token operation to the token server, without headers that are meant for the service. */
export function toTokenServer(request: OperationRequest): void {
  const { call, headers } = request;
  const { authUrl, baseUrl } = call.settings;
  if (!authUrl) throw new TypeError("authUrl must be set to call the token server");
  call.url = request.url = request.url.replace(baseUrl, () => authUrl);
  request.body ??= "";
  for (const name of [...headers.keys()]) if (name !== "user-agent") headers.delete(name);
  headers.set("Content-Type", "application/x-www-form-urlencoded");
}
