import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

const mini = { type: "crate", id: "7", name: "lid" };
const FIELDS = "/components/schemas/CrateFields";
const PARAMETER = "/components/parameters/Fields";

function violation(contract: string, at: string) {
  return [{ rule: "standard-representation", contract, at: `/response/body${at}` }];
}

test("holds for all standard attributes without fields, and for the listed ones with it [CO-5]", () => {
  expect(check(get(), answer(crate))).toEqual([]);
  expect(check(get("/crates/7?fields=color"), answer({ ...mini, color: "red" }))).toEqual([]);
  expect(check(get("/crates/7?fields=color,id"), answer({ type: "crate", id: "7", color: "red" }))).toEqual([]);
});

test("reports a standard attribute that is missing without fields", () => {
  expect(found(check(get(), answer(mini)))).toEqual(violation("/components/schemas/Crate/allOf/1/required", "/owner"));
});

test("reports it in the entry of a collection", () => {
  expect(found(check(get("/crates"), answer({ limit: 2, entries: [crate, mini] })))).toEqual(
    violation("/components/schemas/Crate/allOf/1/required", "/entries/1/owner"),
  );
});

test("reports a listed attribute that did not come, and takes the first part of a path", () => {
  expect(found(check(get("/crates/7?fields=color"), answer(mini)))).toEqual(
    violation(`${FIELDS}/properties/color`, "/color"),
  );
  expect(found(check(get("/crates/7?fields=owner.id"), answer(mini)))).toEqual(
    violation(`${FIELDS}/properties/owner`, "/owner"),
  );
});

test("does not ask for a listed attribute that the contract does not know", () => {
  expect(check(get("/crates/7?fields=weight"), answer(mini))).toEqual([]);
});

test("reports an attribute that came and is not listed, in the record and in entries", () => {
  expect(found(check(get("/crates/7?fields=color"), answer({ ...crate, color: "red" })))).toEqual(
    violation(PARAMETER, "/owner"),
  );
  const page = { limit: 1, entries: [{ ...mini, color: "red" }] };
  expect(check(get("/crates?fields=color"), answer(page))).toEqual([]);
  expect(found(check(get("/crates?fields=size"), answer(page)))).toEqual([
    ...violation(`${FIELDS}/properties/size`, "/entries/0/size"),
    ...violation(PARAMETER, "/entries/0/color"),
  ]);
});

test("does not look at errors", () => {
  expect(check(get("/crates/7?fields=color"), answer({ code: "not_found" }, 404))).toEqual([]);
});
