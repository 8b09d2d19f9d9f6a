import { isDeepStrictEqual } from "node:util";
import type { components } from "../../generated/control.js";
import type { LoggedChange } from "../store/change-log.js";

/** A record that a request added, changed or removed. */
export type RecordChange = components["schemas"]["RecordChange"];

/** Replaces a secret. */
export const MASK = "***";

/**
 * Combines the changes of a request, one for each record, with the properties that differ and without secrets.
 *
 * @param clean removes secrets from other text
 */
export function recordChanges(
  logged: readonly LoggedChange[],
  isSecretName: (name: string) => boolean,
  clean: (text: string) => string,
): RecordChange[] {
  /** Copies a value of a record without its secrets. */
  const masked = (name: string, value: unknown): unknown => {
    if (value === null) return null;
    if (isSecretName(name)) return MASK;
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map((item) => masked("", item));
    if (typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(key, one)]));
  };

  const byRecord = new Map<string, LoggedChange>();
  for (const change of logged) {
    const record = `${change.type} ${change.key}`;
    const first = byRecord.get(record);
    byRecord.set(record, first === undefined ? change : { ...change, before: first.before });
  }
  return [...byRecord.values()].flatMap(({ type, key, before, after }) => {
    const record = toProperties(after ?? before);
    const name = nameOf(record);
    const names = Object.keys({ ...before, ...after });
    const [old, current] = [toProperties(before), toProperties(after)];
    const different = names.filter((name) => !isDeepStrictEqual(old[name], current[name]));
    if (different.length === 0) return [];
    const shown = (from: object | undefined, properties: Properties) =>
      from === undefined
        ? null
        : Object.fromEntries(
            different.flatMap((name) => (name in properties ? [[name, masked(name, properties[name])]] : [])),
          );
    return {
      kind:
        before === undefined ? ("added" as const) : after === undefined ? ("removed" as const) : ("changed" as const),
      type,
      id: "token" in record ? MASK : key,
      name: name === null ? null : clean(name),
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

const NAMES = ["name", "displayName", "policy_name", "email", "domain"];

function nameOf(record: Properties): string | null {
  const name = NAMES.map((key) => record[key]).find((value) => typeof value === "string");
  return typeof name === "string" ? name : null;
}
