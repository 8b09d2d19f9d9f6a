import type { ExchangeRequest } from "../exchange/exchange.js";

/** Whether a browser asks by itself if a page may call: no program made this call, so it is not one of the contract. */
export function isPreflight({ method, headers }: ExchangeRequest): boolean {
  return method.toUpperCase() === "OPTIONS" && new Headers(headers).has("access-control-request-method");
}
