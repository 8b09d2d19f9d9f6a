import type { Finding } from "../report/report.js";

/** The one header that the proxy adds to an answer. */
export const VIOLATIONS_HEADER = "Contract-Violations";

/**
 * Writes findings as the value of a header: a JSON list with the rule, the place in the exchange and the one in the
 * contract. Messages are left to the log and the report, since they may quote what was sent.
 *
 * @param pending what could not be looked at before the header had to be sent
 */
export function violationsHeader(findings: readonly Finding[], pending?: "response-body"): string {
  const entries = findings.map(({ rule, at, contract }) => ascii({ rule, at, contract }));
  const end = pending === undefined ? [] : [ascii({ pending })];
  let bytes = 0;
  const fitting = entries.filter((entry) => {
    bytes += entry.length + 1;
    return bytes <= MAX_BYTES;
  });
  const more = entries.length - fitting.length;
  return `[${[...fitting, ...(more > 0 ? [ascii({ more })] : []), ...end].join(",")}]`;
}

/** Well below what clients and servers take of headers in all: 8 KiB in some. */
const MAX_BYTES = 3_500;

/** A header can hold no other characters for sure (RFC 9110, section 5.5). */
function ascii(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
