import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { namesEtag } from "../src/handlers/entity-tags.js";
import { isSameSecret } from "../src/store/credentials.js";

const folder = fileURLToPath(new URL("../src/handlers/", import.meta.url));

test("secrets are compared in constant time, in every handler", () => {
  for (const [known, given, same] of [
    ["sandbox-secret", "sandbox-secret", true],
    ["sandbox-secret", "sandbox-secreT", false],
    ["sandbox-secret", "sandbox", false],
    ["ä", "a\u0308", false],
  ] as const)
    expect(isSameSecret(known, given)).toBe(same);
  for (const file of readdirSync(folder)) {
    const source = readFileSync(folder + file, "utf8");
    expect(source, file).not.toMatch(/(?:secret|password) *[!=]== *(?!undefined|null)\w/);
  }
});

test.each<[condition: string, strong: boolean, weak: boolean]>([
  ["0", true, true],
  ["*", true, true],
  ['"7", "0"', true, true],
  [',"7",, "0" ,', true, true],
  ['W/"0"', false, true],
  ['"7",W/"0"', false, true],
  ["7", false, false],
  ['"0', false, false],
  ['w/"0"', false, false],
])("the etag 0 is named by %s as RFC 9110 says, or as it is [ER-08] [ER-18]", (condition, strong, weak) => {
  expect([namesEtag(condition, "0", "strong"), namesEtag(condition, "0", "weak")]).toEqual([strong, weak]);
});
