import type { Json } from "content-service-contract-tests/contract";

/** A value of a JSON text, and the name of the property that it stands in. */
export interface NamedValue {
  readonly name: string;
  readonly value: Json;
}

/** Everything in a JSON value, at any depth. */
export function valuesIn(value: Json, name = ""): NamedValue[] {
  const members: [string, Json][] = Array.isArray(value)
    ? value.map((item) => [name, item])
    : Object.entries(typeof value === "object" && value !== null ? value : {});
  return [{ name, value }, ...members.flatMap(([key, member]) => valuesIn(member, key))];
}
