/**
 * The end-to-end headers, in their order and spelling: without hop-by-hop headers and those that `Connection` names
 * (RFC 9110, section 7.6.1).
 *
 * @param raw names and values in turn, as Node has them in `rawHeaders`
 */
export function endToEndHeaders(raw: readonly string[]): [name: string, value: string][] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(","))
    .map((name) => name.trim().toLowerCase());
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => !NEVER_NAMED.has(name))]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase()));
}

/** Pairs the names and values of `rawHeaders`. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
}

const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"];

/** Removing these would change the message. Only a mistake or an attack names them in `Connection`. */
const NEVER_NAMED: ReadonlySet<string> = new Set(["content-length", "content-type", "host", "authorization"]);
