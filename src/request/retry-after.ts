/** Reads `Retry-After` (RFC 9110 section 10.2.3), in seconds or as a date, as milliseconds from now; never negative. */
export function retryAfterMs(response: Response | undefined, nowMs: number): number | undefined {
  const value = response?.headers.get("retry-after") ?? "";
  const ms = /^[\d.]+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(/^\w+, .+ GMT$/.test(value) ? value : "") - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
