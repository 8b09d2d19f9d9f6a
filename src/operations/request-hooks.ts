import { mergeHeaders } from "openapi-fetch";
import { invalid } from "../checks.js";
import type { OperationRequest, SerializerOptions } from "./operation.js";
import { serializeBody, serializeQuery } from "./serialize.js";

type RequestCall = OperationRequest["call"];

/** Sends the contract's `ServiceApi` header under the name that the deployment gives it. */
export function brandHeader({ call, headers }: OperationRequest): void {
  const value = headers.get("ServiceApi");
  if (value === null) return;
  const password = value.split("&shared_link_password=")[1];
  // Encoded, as sent, and decoded.
  if (password) call.secrets.push(password, new URLSearchParams(`=${password}`).get("") ?? "");
  headers.delete("ServiceApi");
  headers.set(call.settings.brandHeader, value);
}

/** Rejects an offset above the contract's maximum; the service would return 400. */
export function checkOffset({ url, call }: OperationRequest): void {
  const max = call.info.paging?.maxOffset;
  if (max !== undefined && Number(new URL(url).searchParams.get("offset")) > max)
    invalid("query.offset", `be at most ${max}: use marker paging (usemarker: true) beyond that`);
}

/** Repeats the names of some arrays in the query (`explode: true`), which are comma-separated otherwise. */
export function explodeArrays({ querySerializer }: SerializerOptions, { info }: RequestCall): SerializerOptions {
  const join = (name: string, items: readonly string[]) =>
    `${name}=${items.join(info.explode?.includes(name) ? `&${name}=` : ",")}`;
  return { querySerializer: querySerializer ?? ((query) => serializeQuery(query, join)) };
}

/** Records the secrets of a body (`format: password` in the contract), so that errors do not repeat them. */
export function hideSecrets(options: SerializerOptions, call: RequestCall): SerializerOptions {
  const { bodySerializer = serializeBody } = options;
  return {
    bodySerializer(body, headers) {
      // First, since it rejects a body that contains itself.
      const serialized = bodySerializer(body, headers);
      recordSecrets(body, call);
      return serialized;
    },
  };
}

export function recordSecrets(body: unknown, call: RequestCall, isInside?: boolean): void {
  for (const [name, value] of Object.entries(Object(body)) as [string, unknown][]) {
    const isSecret = isInside || call.info.secrets?.includes(name);
    if (typeof value === "object") recordSecrets(value, call, isSecret);
    else if (isSecret && typeof value === "string") {
      // The service would receive another character, which no error would hide.
      if (/\p{Cs}/u.test(value)) invalid("a secret in the body", "be well-formed text");
      call.secrets.push(value);
    }
  }
}

/** Sends a body under its own media type. By that of a form, openapi-fetch serializes it as one. */
export function setContentType({ headers, body }: SerializerOptions, { info }: RequestCall): SerializerOptions {
  return body === undefined ? {} : { headers: mergeHeaders(headers, { "Content-Type": info.contentType }) };
}

/** Whether a success is an error, as some token servers send one. Its tokens are secrets, too. */
export function isTokenError(data: unknown, { secrets }: RequestCall): boolean {
  const { error, access_token, refresh_token } = Object(data) as Readonly<Record<string, unknown>>;
  if (typeof error !== "string") return false;
  for (const token of [access_token, refresh_token]) if (typeof token === "string") secrets.push(token);
  return true;
}

/** Sends the token operation to the token server, without headers that are meant for the service. */
export function toTokenServer(request: OperationRequest): void {
  const { call, headers } = request;
  const { authUrl, baseUrl } = call.settings;
  if (!authUrl) invalid("authUrl", "be set to call the token server");
  call.url = request.url = request.url.replace(baseUrl, () => authUrl);
  request.body ??= "";
  for (const name of [...headers.keys()]) if (!["user-agent", "content-type"].includes(name)) headers.delete(name);
}
