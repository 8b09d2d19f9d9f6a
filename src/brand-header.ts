import type { PreparedRequest } from "./call.js";

/** Sends the contract's `ServiceApi` header under the name that the deployment gives it. */
export function brandHeader({ call, headers }: PreparedRequest): void {
  const name = call.settings.brandHeader ?? "ServiceApi";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new TypeError("brandHeader must be a header name, such as X-Service-Api");
  const value = headers.get("ServiceApi");
  if (value === null) return;
  headers.delete("ServiceApi");
  headers.set(name, value);
}
