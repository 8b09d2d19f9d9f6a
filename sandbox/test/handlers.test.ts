import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { arrayAt, loadContract, placeAt } from "content-service-contract";
import { expect, test } from "vitest";
import { namesEtag } from "../src/handlers/entity-tags.js";
import { handlers } from "../src/handlers/index.js";
import { isSameSecret } from "../src/store/credentials.js";

const contract = loadContract();
const folder = fileURLToPath(new URL("../src/handlers/", import.meta.url));

test("every operation of the contract has a handler in the file of its tag, and every handler an operation", async () => {
  const missing = contract.operations.filter(({ id }) => !(id in handlers));
  expect(missing.map((one) => `No handler for ${one.id}: add it to sandbox/src/handlers/${tagOf(one)}.ts`)).toEqual([]);
  expect(Object.keys(handlers).toSorted()).toEqual(contract.operations.map(({ id }) => id).toSorted());
  for (const operation of contract.operations) {
    const tag = tagOf(operation);
    const exported: Record<string, object> = await import(`../src/handlers/${tag}.ts`);
    expect(Object.assign({}, ...Object.values(exported)), tag).toHaveProperty(operation.id);
  }
});

/** The tag of an operation, as the name of its file. */
function tagOf({ pointer }: { pointer: string }): string {
  return String(arrayAt(placeAt(contract.document, pointer).node, "tags")[0])
    .toLowerCase()
    .replaceAll(" ", "-");
}

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
  ['"0"', true, true],
  ['"7", "0"', true, true],
  [',"7",, "0" ,', true, true],
  ['W/"0"', false, true],
  ['"7",W/"0"', false, true],
  ["7", false, false],
  ['"7"', false, false],
  ["0, 7", false, false],
  ['"0', false, false],
  ['w/"0"', false, false],
])("the etag 0 is named by %s as RFC 9110 says, or as it is [ER-08] [ER-18]", (condition, strong, weak) => {
  expect([namesEtag(condition, "0", "strong"), namesEtag(condition, "0", "weak")]).toEqual([strong, weak]);
});
