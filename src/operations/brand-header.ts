import type { PreparedRequest } from "../request/call.js";

/** Sends the contract's `ServiceApi` header under the name that the deployment gives it. */
export function brandHeader({ call, headers }: PreparedRequest): void {
  const name = call.settings.brandHeader ?? "ServiceApi";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new TypeError("brandHeader must be a header name, such as X-Service-Api");
  const value = headers.get("ServiceApi");
  if (value === null) return;
  const password = value.split("shared_link_password=")[1];
  // As it was sent, and as it reads.
  if (password) call.secrets.push(password, new URLSearchParams(`=${password}`).get("") ?? "");
  headers.delete("ServiceApi");
  headers.set(name, value);
}
