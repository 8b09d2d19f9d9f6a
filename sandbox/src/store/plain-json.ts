import type { Json } from "content-service-contract";

/** Copies a JSON value and freezes the copy. Omits undefined properties. Throws a `TypeError` for what JSON cannot carry back. */
export function plainJson(value: unknown, at = "the record"): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => plainJson(item, `${at}[${index}]`));
    Object.freeze(items);
    return items;
  }
  if (typeof value !== "object" || !isPlain(value))
    throw new TypeError(
      `Expected a JSON value in ${at}; received ${typeof value === "object" ? "an object of a class" : String(value)}`,
    );
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [[name, plainJson(one, `${at}.${name}`)] as const],
  );
  return Object.freeze(Object.fromEntries(members));
}

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
