import type { Json } from "content-service-contract";

/** Copies a JSON value and freezes the copy. Omits undefined properties. Throws a `TypeError` for what JSON cannot carry back. */
export function plainJson(value: unknown, at = "the record"): Json {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string" && !LONE_SURROGATE.test(value)) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return frozen(value.map((item, index) => plainJson(item, `${at}[${index}]`)));
  if (typeof value !== "object" || !isPlain(value))
    throw new TypeError(`Expected a JSON value in ${at}; received ${NO_JSON[typeof value] ?? String(value)}`);
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [[String(plainJson(name, at)), plainJson(one, `${at}.${name}`)] as const],
  );
  return frozen(Object.fromEntries(members));
}

/** Freezes a value, whose type stays as it was. */
const frozen = <Value extends Json>(value: Value): Value => Object.freeze(value) as Value;

/** No URL and no UTF-8 can have it (RFC 8259, section 8.2). */
const LONE_SURROGATE = /\p{Surrogate}/u;
const NO_JSON: Record<string, string> = { object: "an object of a class", string: "half of a surrogate pair" };

/** Why JSON cannot carry a value back; undefined if it can. */
export function jsonProblem(value: unknown, at: string): string | undefined {
  try {
    plainJson(value, at);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether an object has no class. A test runner can make objects in another realm, whose prototype is another one. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
