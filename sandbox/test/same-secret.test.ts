import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isSameSecret } from "../src/store/credentials.js";

test.each([
  ["sandbox-secret", "sandbox-secret", true],
  ["sandbox-secret", "sandbox-secreT", false],
  ["sandbox-secret", "sandbox", false],
  ["", "", true],
  ["ä", "a\u0308", false],
])("%j and %j: the same is %s", (known, given, same) => {
  expect(isSameSecret(known, given)).toBe(same);
});

test("no handler compares a secret or a password letter by letter", () => {
  const folder = fileURLToPath(new URL("../src/handlers/", import.meta.url));
  for (const file of readdirSync(folder)) {
    const source = readFileSync(folder + file, "utf8");
    expect(source, file).not.toMatch(/(?:secret|password) *[!=]== *(?!undefined|null)\w/);
  }
});
