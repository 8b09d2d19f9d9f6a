import { expect, test } from "vitest";
import { answer, check, crate, found, get, put, token } from "../support/small-exchange.js";

const SCHEMA = "/components/schemas/CrateUpdate";
const CONTENT = "/paths/~1crates~1{crate_id}/put/requestBody/content";

function violation(contract: string, at: string) {
  return [{ rule: "request-body", contract, at }];
}

function send(body: Parameters<typeof put>[0]) {
  return found(check(put(body), answer(crate)));
}

test("holds for a body that fits, at every depth", () => {
  expect(send({ name: "lid" })).toEqual([]);
  expect(send({ name: "lid", owner: { login: "admin@example.com" } })).toEqual([]);
});

test("reports a required body that is missing", () => {
  const expected = violation("/paths/~1crates~1{crate_id}/put/requestBody", "/request/body");
  expect(found(check({ method: "PUT", path: "/crates/7", headers: token }, answer(crate)))).toEqual(expected);
  expect(found(check({ ...put({}), body: "" }, answer(crate)))).toEqual(expected);
});

test("reports a body where the operation takes none", () => {
  const request = { ...get(), headers: put({}).headers, body: "{}" };
  expect(found(check(request, answer(crate))).filter(({ rule }) => rule === "request-body")).toEqual(
    violation("/paths/~1crates~1{crate_id}/get", "/request/body"),
  );
});

test("reports a body that is not JSON", () => {
  expect(found(check({ ...put({}), body: "{name" }, answer(crate)))).toEqual(
    violation(`${CONTENT}/application~1json`, "/request/body"),
  );
});

test("reports a missing property at the place where it should be", () => {
  expect(send({})).toEqual(violation(`${SCHEMA}/required`, "/request/body/name"));
});

test("reports a wrong type, a value that is too long, and one that is too short", () => {
  expect(send({ name: 7 })).toEqual(violation(`${SCHEMA}/properties/name/type`, "/request/body/name"));
  expect(send({ name: "123456789" })).toEqual(violation(`${SCHEMA}/properties/name/maxLength`, "/request/body/name"));
  expect(send({ name: "" })).toEqual(violation(`${SCHEMA}/properties/name/minLength`, "/request/body/name"));
});

test("reports an extra property, also in a nested object", () => {
  expect(send({ name: "lid", "a/b": 1 })).toEqual(violation(`${SCHEMA}/additionalProperties`, "/request/body/a~1b"));
  expect(send({ name: "lid", owner: { id: "1", x: 1 } })).toEqual(
    violation(`${SCHEMA}/properties/owner/additionalProperties`, "/request/body/owner/x"),
  );
});

test("reports a choice by its closest branch, and what is wrong beside it", () => {
  expect(send({ name: "lid", owner: { login: 7 } })).toEqual(
    violation(`${SCHEMA}/properties/owner/properties/login/type`, "/request/body/owner/login"),
  );
  expect(send({ name: "lid", owner: {} })).toEqual(
    violation(`${SCHEMA}/properties/owner/anyOf/0/required`, "/request/body/owner/id"),
  );
  expect(send({ owner: {} })).toEqual([
    ...violation(`${SCHEMA}/required`, "/request/body/name"),
    ...violation(`${SCHEMA}/properties/owner/anyOf/0/required`, "/request/body/owner/id"),
  ]);
});

test("reads a form and reports a field that does not fit, and one that is given twice", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = (body: string) => found(check({ method: "POST", path: "/token", headers, body }, answer({})));
  const at = "/request/body/grant_type";
  expect(form("grant_type=refresh_token")).toEqual([]);
  expect(form("grant_type=password")).toEqual(violation("/components/schemas/Grant/properties/grant_type/const", at));
  expect(form("grant_type=refresh_token&grant_type=x")).toEqual(
    expect.arrayContaining(violation("/components/schemas/Grant/properties/grant_type/type", at)),
  );
});
