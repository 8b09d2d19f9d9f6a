import { readFileSync } from "node:fs";
import { isJsonObject, loadContract } from "content-service-contract-tests";
import { objectAt } from "content-service-contract-tests/contract";
import { describe, expect, test } from "vitest";
import { CODE_LISTS, errorCodeTexts, errorsOf, listedCodes } from "../../reference/error-codes.js";
import { repeatsText } from "../../reference/repeats-text.js";

const contract = loadContract();

describe.each(CODE_LISTS)("the contract explains at %s", (list) => {
  const explained = objectAt(contract.schemaAt(list), "x-codes");

  test("every code that it lists, and no other", () => {
    expect(Object.keys(explained).toSorted()).toEqual(listedCodes(contract, list).toSorted());
  });

  test.each(Object.entries(explained))("what %s means and what to do about it, in sentences", (_, text) => {
    expect(isJsonObject(text) && Object.keys(text)).toEqual(["meaning", "remedy"]);
    expect(text).toEqual({ meaning: SENTENCES, remedy: SENTENCES });
  });
});

const SENTENCES = expect.stringMatching(/^[A-Z].{15,}\.$/s);

test("an operation can fail with no code that is not explained", () => {
  const texts = errorCodeTexts(contract);
  const codes = contract.operations.flatMap((operation) => errorsOf(contract, operation).map(({ code }) => code));
  expect([...new Set(codes)].toSorted()).toEqual([...texts.keys()].toSorted());
});

describe("what is said of repeats", () => {
  const page = readFileSync(new URL("../../../docs/retries.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\d{3}(?: with Retry-After)?) \| (.+?) \| (.+?) \|$/gm)];
  const retried = (column: number) => rows.filter((row) => row[column] !== "once").map(([, what = ""]) => what);

  test.each([
    ["updateFile", 2],
    ["queryMetadata", 2],
    ["createTask", 3],
  ] as const)("of %s is what the table of retries says", (id, column) => {
    const said = repeatsText(contract.operation(id)).split(/\.(?: |$)/)[0] ?? "";
    const statuses = [...said.matchAll(/\b\d{3}\b/g)].map(([status]) => status);
    expect(statuses).toEqual([...new Set(retried(column).map((what) => what.slice(0, 3)))]);
    if (!retried(column).includes("503")) expect(said).toContain("503 with `Retry-After`");
  });
});
