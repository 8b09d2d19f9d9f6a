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
  const byRecord = new Map<string, LoggedChange>();
  for (const change of logged) {
    const record = `${change.type} ${change.key}`;
    const first = byRecord.get(record);
    byRecord.set(record, first === undefined ? change : { ...change, before: first.before });
  }
  return [...byRecord.values()].flatMap(({ type, key, before, after }) => {
    // Every record is a JSON object.
    const [old, current] = [before, after] as (Properties | undefined)[];
    const different = Object.keys({ ...old, ...current }).filter(
      (name) => !isDeepStrictEqual(old?.[name], current?.[name]),
    );
    if (different.length === 0) return [];
    const shown = (record: Properties | undefined) => {
      if (record === undefined) return null;
      const names = different.filter((name) => name in record);
      return Object.fromEntries(names.map((name) => [name, withoutSecrets(record[name], isSecretName, clean, name)]));
    };
    const record = current ?? old ?? {};
    const name = NAMES.map((key) => record[key]).find((value) => typeof value === "string");
    const kind = old === undefined ? "added" : current === undefined ? "removed" : "changed";
    const id = "token" in record ? MASK : key;
    return { kind, type, id, name: name === undefined ? null : clean(name), before: shown(old), after: shown(current) };
  });
}

/** Copies a JSON value without its secrets. */
export function withoutSecrets(
  value: unknown,
  isSecretName: (name: string) => boolean,
  clean: (text: string) => string,
  name = "",
): unknown {
  if (value === null) return null;
  if (isSecretName(name)) return MASK;
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecretName, clean));
  if (typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, isSecretName, clean, key)]);
  return Object.fromEntries(entries);
}

type Properties = Readonly<Record<string, unknown>>;

const NAMES = ["name", "displayName", "policy_name", "email", "domain"];
