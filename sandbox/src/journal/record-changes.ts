import { isDeepStrictEqual } from "node:util";
import type { components } from "../../generated/control.js";
import type { LoggedChange } from "../store/change-log.js";

/** A record that a request added, changed or removed. */
export type RecordChange = components["schemas"]["RecordChange"];

/** Replaces a secret. */
export const MASK = "***";

/** Combines the changes of a request, one for each record, with the properties that differ and without secrets. */
export function recordChanges(
  logged: readonly LoggedChange[],
  isSecretName: (name: string) => boolean,
): RecordChange[] {
  const byRecord = new Map<string, LoggedChange>();
  for (const change of logged) {
    const record = `${change.type} ${change.key}`;
    const first = byRecord.get(record);
    byRecord.set(record, first === undefined ? change : { ...change, before: first.before });
  }
  return [...byRecord.values()].flatMap(({ type, key, before, after }) => {
    const record = toProperties(after ?? before);
    const names = Object.keys({ ...before, ...after });
    const [old, current] = [toProperties(before), toProperties(after)];
    const different = names.filter((name) => !isDeepStrictEqual(old[name], current[name]));
    if (different.length === 0) return [];
    const shown = (from: object | undefined, properties: Properties) =>
      from === undefined
        ? null
        : Object.fromEntries(
            different.flatMap((name) =>
              name in properties ? [[name, masked(name, properties[name], isSecretName)]] : [],
            ),
          );
    return {
      kind:
        before === undefined ? ("added" as const) : after === undefined ? ("removed" as const) : ("changed" as const),
      type,
      id: "token" in record ? MASK : key,
      name: nameOf(record),
      before: shown(before, old),
      after: shown(after, current),
    };
  });
}

type Properties = Readonly<Record<string, unknown>>;

/** Every record is a JSON object. */
function toProperties(record: object = {}): Properties {
  return record as Properties;
}

/** Copies a value of a record without its secrets. */
function masked(name: string, value: unknown, isSecretName: (name: string) => boolean): unknown {
  if (value === null) return null;
  if (isSecretName(name)) return MASK;
  if (Array.isArray(value)) return value.map((item) => masked("", item, isSecretName));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(key, one, isSecretName)]));
}

const NAMES = ["name", "displayName", "policy_name", "email", "domain"];

function nameOf(record: Properties): string | null {
  const name = NAMES.map((key) => record[key]).find((value) => typeof value === "string");
  return typeof name === "string" ? name : null;
}
