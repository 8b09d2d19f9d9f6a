import { expect, test } from "vitest";
import { runChecks } from "../../../src/check/run-checks.js";
import { brokenTarget, checkBroken, foundIn, rulesOf, withBody, withStatus } from "../../support/check-broken.js";

const operations = ["getCurrentUser"];

test("finds a failed call that must succeed", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.url.searchParams.get("fields") === "login") return withStatus(pass(), 404);
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toContain("getCurrentUser/succeeds-with-fields call-succeeds");
});

test("accepts a 404 for an id of the examples, but not for an id of the target", async () => {
  const parameters = { "As-User": "1002" };
  const operation = "getTaskAssignment";
  const target = await brokenTarget((sent, pass) => {
    sent.url.pathname = sent.url.pathname.replace("9201", "404");
    return pass();
  });
  const known = await runChecks(target, { operations: [operation] });
  const unknown = await runChecks({ ...target, parameters }, { operations: [operation] });
  expect(rulesOf(known)).toEqual(["call-succeeds"]);
  expect(foundIn(unknown)).toEqual([]);
});

test("finds a 500 response, also for an unknown id", async () => {
  const failing = await brokenTarget((_, pass) => withStatus(pass(), 500));
  const report = await runChecks({ ...failing, parameters: {} }, { operations: ["getTaskAssignment"] });
  expect(foundIn(report)).toContain("getTaskAssignment/succeeds call-succeeds");
});

test("finds ignored fields and a missing attribute", async () => {
  const ignored = await checkBroken(
    (sent, pass) => {
      sent.url.searchParams.delete("fields");
      return pass();
    },
    { operations },
  );
  const missing = await checkBroken((_, pass) => withBody(pass(), ({ name: _name, ...user }) => user), { operations });
  const withFields = foundIn(ignored).filter((one) => !one.includes("/rejects/"));
  expect(withFields).toContain("getCurrentUser/succeeds-with-fields standard-representation");
  expect(new Set(withFields.map((one) => one.split(" ")[1]))).toEqual(new Set(["standard-representation"]));
  expect(foundIn(missing)).toContain("getCurrentUser/succeeds standard-representation");
});

test("finds an undocumented attribute only with closed: true", async () => {
  const extra = (closed: boolean) =>
    checkBroken(
      (sent, pass) =>
        sent.url.search === ""
          ? withBody(pass(), (user) => (user["type"] === "user" ? { ...user, extra: 1 } : user))
          : pass(),
      { operations, closed },
    );
  expect(rulesOf(await extra(false))).toEqual([]);
  expect(rulesOf(await extra(true))).toEqual(["response-body-closed"]);
});

test("sends every example of a body, and covers each", async () => {
  const report = await checkBroken((_, pass) => pass(), { operations: ["queryMetadata"] });
  const row = report.coverage.rows.find(({ operation }) => operation === "queryMetadata");
  expect(row?.counts["request example"]).toEqual({ covered: 4, documented: 4 });
});

test("finds a 403 that the contract does not document for the token's rights", async () => {
  const rejecting = (code: string, id: string) =>
    checkBroken(
      (sent, pass) =>
        sent.url.search === "" && !sent.headers.has("as-user")
          ? withStatus(
              withBody(pass(), () => ({
                type: "error",
                status: 403,
                code,
                message: "No.",
                context_info: null,
                help_url: "https://a.example",
                request_id: "r1",
              })),
              403,
            )
          : pass(),
      { operations: [id] },
    );
  const list = "listCollaborationAllowlistEntries";
  expect(foundIn(await rejecting("forbidden", "getCurrentUser"))).toContain("getCurrentUser/succeeds call-succeeds");
  expect(foundIn(await rejecting("conflict", list))).toContain(`${list}/succeeds call-succeeds`);
  const kept = await rejecting("forbidden", list);
  expect(kept.checks.find(({ id }) => id === `${list}/succeeds`)?.reason).toBe(
    `The token may not call ${list}: give that of another user with --token`,
  );
});

const conditional = ["findSharedItem"];

test("finds an ignored If-None-Match", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.headers.get("if-none-match") !== "") sent.headers.delete("if-none-match");
      return pass();
    },
    { operations: conditional },
  );
  expect(foundIn(report)).toEqual(["findSharedItem/not-modified precondition-respected"]);
});

test("finds a 304 response for another etag", async () => {
  const report = await checkBroken(
    (sent, pass) =>
      (sent.headers.get("if-none-match") ?? "") === "" ? pass() : Promise.resolve(new Response(null, { status: 304 })),
    { operations: conditional },
  );
  expect(foundIn(report)).toEqual(["findSharedItem/modified precondition-respected"]);
});
