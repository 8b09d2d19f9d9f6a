import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { arrayAt, loadContract, placeAt } from "content-service-contract";
import { expect, test } from "vitest";
import { handlers } from "../src/handlers/index.js";

const contract = loadContract();
const ids = contract.operations.map(({ id }) => id);

test("every operation of the contract has a handler, and every handler an operation", () => {
  const missing = contract.operations.filter(({ id }) => !(id in handlers));
  expect(missing.map((one) => `No handler for ${one.id}: add it to sandbox/src/handlers/${tagOf(one)}.ts`)).toEqual([]);
  expect(Object.keys(handlers).toSorted()).toEqual(ids.toSorted());
});

test("there is a file of handlers for each tag, with the handlers of its operations", async () => {
  const folder = fileURLToPath(new URL("../src/handlers", import.meta.url));
  const files = new Set(readdirSync(folder));
  for (const operation of contract.operations) {
    const tag = tagOf(operation);
    expect(files).toContain(`${tag}.ts`);
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
