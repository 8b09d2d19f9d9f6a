/**
 * The headers that are meant for the other end, in their order, spelling and number. Left out are those that are about
 * one connection alone: RFC 9110, section 7.6.1, and what `Connection` names.
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

/** Takes a list of names and values in turn apart. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
}

/** Whether one of the values of a header, which may be a list, is this one. */
export function headerHas(pairs: readonly (readonly [string, string])[], name: string, value: string): boolean {
  return pairs
    .filter(([one]) => one.toLowerCase() === name)
    .some(([, list]) => list.split(",").some((item) => item.trim().toLowerCase() === value));
}

/** The first value of a header. */
export function headerOf(pairs: readonly (readonly [string, string])[], name: string): string | undefined {
  return pairs.find(([one]) => one.toLowerCase() === name)?.[1];
}

const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"];

/** Without them a message would be another one. Only a mistake or an attack names them in `Connection`. */
const NEVER_NAMED: ReadonlySet<string> = new Set(["content-length", "content-type", "host", "authorization"]);
