import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Interface, interfaceInShort } from "../../lab/contract-mutants/interface-in-short.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const pinned = parse(read("interface.yaml")) as Interface;
const { operations, components } = interfaceInShort(JSON.parse(read("../../generated/openapi.json")));

describe("the contract has the pinned", () => {
  it("operations", () => {
    expect(Object.keys(operations)).toEqual(Object.keys(pinned.operations));
  });

  it.each(Object.entries(pinned.operations))("operation %s", (id, expected) => {
    expect(operations[id]).toEqual(expected);
  });

  it.each(Object.entries(pinned.components))("%s", (kind, expected) => {
    expect(components[kind]).toEqual(expected);
  });
});
