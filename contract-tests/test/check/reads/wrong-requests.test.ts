import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { wrongRequests } from "../../../src/check/reads/wrong-requests.js";
import {
  brokenTarget,
  checkBroken,
  foundIn,
  rulesOf,
  type Sent,
  withBody,
  withStatus,
} from "../../support/check-broken.js";

const operations = ["getTaskAssignment"];
const isWrong = ({ url }: Sent) => url.searchParams.has("no_such_parameter");

test("finds that an unknown parameter is accepted, with closed", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      sent.url.searchParams.delete("no_such_parameter");
      return pass();
    },
    { operations, closed: true },
  );
  expect(foundIn(report)).toEqual([
    "getTaskAssignment/rejects/query/no_such_parameter/undocumented wrong-request-rejected",
  ]);
});

test("finds a 500 response to an invalid request", async () => {
  const report = await checkBroken((sent, pass) => (isWrong(sent) ? withStatus(pass(), 500) : pass()), { operations });
  expect(foundIn(report)).toContain(
    "getTaskAssignment/rejects/query/no_such_parameter/undocumented wrong-request-rejected",
  );
});

test("finds an error response in an undocumented format", async () => {
  const report = await checkBroken(
    (sent, pass) => (isWrong(sent) ? withBody(pass(), ({ message }) => ({ text: message ?? null })) : pass()),
    { operations },
  );
  expect(rulesOf(report)).toEqual(["response-body"]);
});

test.each([
  ["no token", (one: Headers) => !one.has("authorization")],
  ["another scheme", (one: Headers) => one.get("authorization")?.startsWith("Basic ") === true],
  ["an unknown token", (one: Headers) => one.get("authorization") === "Bearer nobody-was-given-this-token"],
])("finds that a call with %s is accepted", async (kind, meets) => {
  const report = await checkBroken(
    (sent, pass) => {
      if (meets(sent.headers)) sent.headers.set("authorization", "Bearer token-admin");
      return pass();
    },
    { operations },
  );
  const id = `getTaskAssignment/rejects/headers/authorization/${kind.replaceAll(" ", "-")}`;
  expect(foundIn(report)).toContain(`${id} token-required`);
  expect(rulesOf(report)).toEqual(["token-required"]);
});

test("finds another status than 401 for a missing token", async () => {
  const report = await checkBroken(
    (sent, pass) => (sent.headers.has("authorization") ? pass() : withStatus(pass(), 403)),
    { operations },
  );
  expect(rulesOf(report)).toContain("token-required");
});

test("finds that an undocumented method is accepted", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.method === "PATCH") sent.method = "GET";
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toEqual(["getTaskAssignment/rejects/method/the-method-PATCH method-rejected"]);
});

test("finds a 405 response in an undocumented format", async () => {
  const report = await checkBroken(
    (sent, pass) => (sent.method === "PATCH" ? withBody(pass(), () => ({ sorry: true })) : pass()),
    { operations: ["getFileMetadata"] },
  );
  expect(new Set(foundIn(report))).toEqual(new Set(["getFileMetadata/rejects/method/the-method-PATCH response-body"]));
});

test("finds that another media type and an unknown id are accepted", async () => {
  const media = await checkBroken(
    (sent, pass) => {
      if (sent.headers.get("content-type") === "text/plain") sent.headers.set("content-type", "application/json");
      return pass();
    },
    { operations: ["queryMetadata"] },
  );
  const unknown = await checkBroken(
    (sent, pass) => {
      sent.url.pathname = sent.url.pathname.replace("909090909090909", "9201");
      return pass();
    },
    { operations },
  );
  expect(foundIn(media)).toEqual([
    "queryMetadata/rejects/headers/content-type/another-media-type wrong-request-rejected",
  ]);
  expect(foundIn(unknown)).toEqual([
    "getTaskAssignment/rejects/path/task_assignment_id/unknown wrong-request-rejected",
  ]);
});

test("invalid requests use the target's ids, send no As-User, and send HEAD only to paths without GET", async () => {
  const { parameters: _, ...target } = await brokenTarget();
  const parameters = { task_assignment_id: "77" };
  const cases = wrongRequests(loadContract(), { ...target, parameters });
  const own = cases.filter(({ operation }) => operation.id === "getTaskAssignment");
  const kept = own.filter(({ at }) => !at.startsWith("/request/path") && !at.startsWith("/request/url"));
  expect(kept.every(({ request }) => request.path.startsWith("/task_assignments/77"))).toBe(true);
  const acting = own.filter(({ request }) => new Headers(request.headers).has("as-user"));
  expect(acting.every(({ at }) => at === "/request/headers/as-user")).toBe(true);
  expect(own.some(({ request }) => request.method === "HEAD")).toBe(false);
});
