import { expect, test } from "vitest";
import { namesIn, select } from "../../src/serialize/fields.js";

const record = { type: "file", id: "1", name: "a.txt", size: 3, tags: ["a"], metadata: {} };
const standard = new Set(["type", "id", "size"]);

test("without fields the standard attributes come and no others", () => {
  expect(select(record, undefined, standard)).toEqual({ type: "file", id: "1", size: 3 });
});

test("with fields those come, beside type, id and name, and what there is not is passed over", () => {
  expect(select(record, ["tags", "unheard_of"], standard)).toEqual({
    type: "file",
    id: "1",
    name: "a.txt",
    tags: ["a"],
  });
  expect(select(record, [], standard)).toEqual({ type: "file", id: "1", name: "a.txt" });
});

test("a field of metadata asks for the attribute metadata", () => {
  expect(namesIn(["metadata.global.properties", "size"])).toEqual(["metadata", "size"]);
  expect(select(record, ["metadata.global.properties"], standard)).toHaveProperty("metadata");
});

test("a name of every object is no attribute of the record", () => {
  expect(Object.keys(select(record, ["constructor", "__proto__"], standard))).toEqual(["type", "id", "name"]);
});
