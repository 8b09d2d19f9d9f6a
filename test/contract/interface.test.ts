import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../../support/repository.js";
import { interfaceInShort } from "./support/interface-in-short.js";

const PAGE = "test/contract/interface.yaml";
const contract = interfaceInShort(JSON.parse(read("generated/openapi.json")));
const stated: typeof contract = parse(read(PAGE));

describe.each(Object.keys(contract))("the contract has the %s", (kind) => {
  const names = new Set([...Object.keys(contract[kind] ?? {}), ...Object.keys(stated[kind] ?? {})]);

  it.each([...names])(`%s as ${PAGE} states it`, (name) => {
    const received = contract[kind]?.[name];
    const where = `Add, change or remove ${name} under "${kind}:" in ${PAGE} as the service interface states it,`;
    const message = `${where} or correct openapi/. The contract has: ${JSON.stringify(received)}`;
    expect(received, message).toEqual(stated[kind]?.[name]);
  });
});
