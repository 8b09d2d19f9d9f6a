import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { read } from "../../support/repository.js";
import { documentedTable, rightsByRole, seedTables } from "../support/sandbox-page.js";

const PAGE = "docs/sandbox-data.md";
const page = read(`${PAGE}`);

describe("the seed on the page", () => {
  test.each(Object.entries(seedTables(defaultSeed())))("matches the default seed: %s", (name, rows) => {
    expect(documentedTable(page, name)).toEqual(rows);
  });

  test("lists the rights of each role", () => {
    expect(documentedTable(page, "roles")).toEqual(rightsByRole());
  });
});
