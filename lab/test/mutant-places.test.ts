import { expect, it } from "vitest";
import { type DrawnMutant, placeOf } from "../mutants/place.js";

const code = `export function isFull(list: List): boolean {
  if (list.isOpen) return false;
  return list.length >= MAX_LENGTH;
}
`;
const mutant: DrawnMutant = { id: "client-1", at: "src/limit.ts:2:27", original: "false", replacement: "true" };

/** What is found in some files, with the text before it. */
function found(files: Readonly<Record<string, string>>): [file: string, before: string, original: string] | undefined {
  const place = placeOf(mutant, code, new Map(Object.entries(files)));
  if (place === undefined) return undefined;
  const text = files[place.file] ?? "";
  return [place.file, text.slice(0, place.start), text.slice(place.start, place.end)];
}

it("finds the code of a mutant in another file, with other indentation and a word changed beside it", () => {
  const moved = `export const isAny = false;\n\n${code.replace("list.isOpen", "list.isUnlimited").replaceAll("  ", "\t")}`;
  const [file, before, original] = found({ "src/empty.ts": "", "contract/src/limit.ts": moved }) ?? [];
  expect([file, original]).toEqual(["contract/src/limit.ts", "false"]);
  expect(before).toMatch(/if \(list\.isUnlimited\) return $/);
});

it("finds no code that has changed itself, or lost what surrounded it", () => {
  expect(found({ "src/limit.ts": code.replace("false", "list.isEmpty") })).toBeUndefined();
  expect(found({ "src/limit.ts": "export const isFull = () => false;\n" })).toBeUndefined();
});

it("prefers the file of the same name, and finds nothing where two places are alike", () => {
  expect(found({ "src/other.ts": code, "sandbox/src/limit.ts": code })?.[0]).toBe("sandbox/src/limit.ts");
  expect(found({ "src/other.ts": code, "src/another.ts": code })).toBeUndefined();
});
