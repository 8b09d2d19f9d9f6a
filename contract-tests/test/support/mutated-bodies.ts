import { isJsonObject, type Json } from "../../src/contract/json.js";

/** Gives whole numbers below a bound, the same ones for the same seed. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    // The lowest bits repeat after a few numbers.
    return (state >>> 8) % below;
  };
}

/** A copy of a body with one to three things in it changed, taken out or added. */
export function mutatedBody(body: Json, random: (below: number) => number): Json {
  let changed = structuredClone(body);
  for (let left = 1 + random(3); left > 0; left -= 1) changed = changeSomewhere(changed, random);
  return changed;
}

function changeSomewhere(value: Json, random: (below: number) => number): Json {
  const goesIn = typeof value === "object" && value !== null && random(5) > 0;
  if (Array.isArray(value) && goesIn && value.length > 0) {
    const at = random(value.length);
    if (random(8) === 0) return value.toSpliced(at, 1);
    return value.with(at, changeSomewhere(value[at] ?? null, random));
  }
  if (!isJsonObject(value) || !goesIn) return JUNK[random(JUNK.length)] ?? null;
  const names = Object.keys(value);
  const name = names[random(names.length)];
  const choice = random(4);
  if (name === undefined || choice === 0)
    return { ...value, [`extra_${random(2)}`]: JUNK[random(JUNK.length)] ?? null };
  if (choice > 1) return { ...value, [name]: changeSomewhere(value[name] ?? null, random) };
  const { [name]: _gone, ...others } = value;
  return others;
}

const JUNK: readonly Json[] = [
  ...[null, true, "", 0, -1, 1.5, 2 ** 63, "7", "x".repeat(300), [], {}, ["a", 1], { type: "file", id: "1" }],
  ...["2026-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-28t00:00:00Z", "2026-01-01T00:00:00.5+01:00"],
  ...["https://files.example/a", "https://a b", "mailto:x@y.example", "file", "folder", "enterprise", "user", "other"],
];
