export type AnyRecord = Readonly<Record<string, unknown>>;

/** The values of a JSON value as text by their paths, such as `lock.id` and `versions[0].id`. */
export function valuesOf(value: unknown, path = ""): [path: string, text: string][] {
  const within = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => valuesOf(one, within(name)));
  if (Array.isArray(value) && (value.some(isRecord) || path.endsWith("_ids")))
    return value.flatMap((one, at) => valuesOf(one, `${path}[${at}]`));
  return [[path, typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? "")]];
}

/** A value for the reader: secrets are hidden. */
export function shownValue(path: string, text: string): string {
  return SECRET.test(path) && text !== "null" ? MASK : text;
}

const MASK = "***";
const SECRET = /(^|\.)(token|client_secret|password)$/;

/** A copy without secrets. */
export function masked(value: unknown, name = ""): unknown {
  if (SECRET.test(name) && isSet(value)) return MASK;
  if (Array.isArray(value)) return value.map((one) => masked(one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, key)]));
}

/** The copy with the secrets of the original, where they are still hidden. */
export function unmasked(value: unknown, original: unknown): unknown {
  if (value === MASK) return original ?? value;
  if (Array.isArray(value)) return value.map((one, at) => unmasked(one, Array.isArray(original) ? original[at] : null));
  if (!isRecord(value)) return value;
  const before = isRecord(original) ? original : {};
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmasked(one, before[key])]));
}

/**
 * A search for all words in the texts of some things, each made once: joining thousands of texts takes longer than a search
 * in them. `others` are texts of the thing that can change.
 */
export function createSearch<Item extends object>(textOf: (item: Item) => string) {
  const texts = new WeakMap<object, string>();
  return (item: Item, text: string, others = "") => {
    const known = texts.get(item) ?? textOf(item).toLowerCase();
    texts.set(item, known);
    const words = text.toLowerCase().split(/\s+/);
    return words.every((word) => known.includes(word) || others.toLowerCase().includes(word));
  };
}

/** Parses JSON. Returns other text as it is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function isRecord(value: unknown): value is AnyRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
