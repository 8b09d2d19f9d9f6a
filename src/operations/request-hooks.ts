import type { OperationRequest, SerializerOptions } from "./operation.js";
import { serializeQuery } from "./serialize.js";

type RequestCall = OperationRequest["call"];

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
export function explodeArrays({ querySerializer }: SerializerOptions, { info }: RequestCall): SerializerOptions {
  const join = (name: string, items: readonly string[]) =>
    `${name}=${items.join(info?.explode?.includes(name) ? `&${name}=` : ",")}`;
  return { querySerializer: querySerializer ?? ((query) => serializeQuery(query, join)) };
}

/** Records the secrets of a JSON body (`format: password` in the contract), so that errors do not repeat them. */
export function hideSecrets({ bodySerializer }: SerializerOptions, call: RequestCall): SerializerOptions {
  return {
    bodySerializer(body, headers) {
      const json = JSON.stringify(body, (name, value: unknown) => {
        if (call.info?.secrets?.includes(name) && typeof value === "string") addSecrets(call, value);
        return value;
      });
      return bodySerializer ? bodySerializer(body, headers) : json;
    },
  };
}

/** Serializes a body as a form, and records its secrets as they are and as they are sent. */
export function toForm(_: SerializerOptions, call: RequestCall): SerializerOptions {
  return {
    bodySerializer(body) {
      // The body of the contract has texts only.
      const fields = body as Readonly<Record<string, string>>;
      for (const name of call.info?.secrets ?? []) {
        const form = new URLSearchParams({ "": fields[name] ?? "" });
        addSecrets(call, fields[name] ?? "", `${form}`.slice(1));
      }
      return `${new URLSearchParams(fields)}`;
    },
  };
}

/** @throws TypeError for a lone surrogate: the service would receive another character. */
function addSecrets({ secrets }: RequestCall, ...forms: string[]): void {
  if (/\p{Cs}/u.test(String(forms))) throw new TypeError("a secret in the body must be well-formed text");
  secrets.push(...forms);
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
  if (!authUrl) throw new TypeError("authUrl must be set to call the token server");
  call.url = request.url = request.url.replace(baseUrl, () => authUrl);
  request.body ??= "";
  for (const name of [...headers.keys()]) if (name !== "user-agent") headers.delete(name);
  headers.set("Content-Type", "application/x-www-form-urlencoded");
}
