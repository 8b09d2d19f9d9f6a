import type { HeaderValues } from "../exchange/exchange.js";

/**
 * Headers as a list of pairs, with names and values as they are: `new Headers()` would refuse what a report has to show.
 */
export function headerPairs(headers: HeaderValues | undefined): [name: string, value: string][] {
  if (headers === undefined) return [];
  if (headers instanceof Headers) return [...headers];
  return Array.isArray(headers) ? headers.map(([name, value]) => [name, value]) : Object.entries(headers);
}
