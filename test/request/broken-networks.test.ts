import { expect, it } from "vitest";
import { read } from "../../support/repository.js";
import { documentedTable } from "../support/sandbox-page.js";
import { over, rendered } from "./broken-networks/fault.js";
import { tables } from "./broken-networks/faults.js";

const rows = Object.values(tables).flat();
const page = read("docs/broken-networks.md");

/** A table of the page without its advice. */
const statedTable = (name: string) => documentedTable(page, name).map((cells) => cells.slice(0, -1));

it.each(Object.entries(tables))("the page has the table as tested: %s", (name, table) => {
  expect(statedTable(name)).toEqual(table.map((row) => rendered(over("the platform's fetch", row))));
});

it("the page has the differences over the Node transport", () => {
  const others = rows.filter(({ overNodeTransport }) => overNodeTransport);
  expect(statedTable("node-transport")).toEqual(others.map((row) => rendered(over("nodeTransport", row))));
});
