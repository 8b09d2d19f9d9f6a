import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { documentedTable, rightsByRole, seedTables } from "../support/sandbox-page.js";

const PAGE = "docs/sandbox-data.md";
const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}${PAGE}`, "utf8");

describe("the seed on the page", () => {
  test.each(Object.entries(seedTables(defaultSeed())))("matches the default seed: %s", (name, rows) => {
    expect(documentedTable(page, name)).toEqual(rows);
  });

  test("lists the rights of each role", () => {
    expect(documentedTable(page, "roles")).toEqual(rightsByRole());
  });
});
