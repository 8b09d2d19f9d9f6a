import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/index.js";
import { type Breaking, checkBroken, foundIn, withBody, withStatus } from "../support/check-broken.js";

const operations = ["getTaskAssignment", "listFileVersionRetentions"];

/** Changes the text of each response. */
const text =
  (change: (body: string) => string | Uint8Array): Breaking =>
  async (_, pass) => {
    const response = await pass();
    const changed = change(await response.text());
    const { status, headers } = response;
    return new Response(typeof changed === "string" ? changed : new Uint8Array(changed), { status, headers });
  };

const headers =
  (name: string, value: string, statuses: (status: number) => boolean = () => true): Breaking =>
  async (_, pass) => {
    const response = await pass();
    const changed = new Headers(response.headers);
    if (statuses(response.status)) changed.set(name, value);
    return new Response(response.body, { status: response.status, headers: changed });
  };

const errors =
  (change: (body: JsonObject) => Json): Breaking =>
  async (_, pass) => {
    const response = await pass();
    return response.status < 400 ? response : withBody(Promise.resolve(response), change);
  };

const message = (words: string) => errors((body) => ({ ...body, message: words }));

const defects: [defect: string, rule: string, breaking: Breaking][] = [
  ["a byte order mark", "response-json", text((body) => `\uFEFF${body}`)],
  [
    "bytes of Latin-1",
    "response-json",
    text((body) => Buffer.from(body.replace('"message":"', '"message":"\u00e9'), "latin1")),
  ],
  ["a repeated name", "response-json", text((body) => body.replace(/\{"type":/, '{"type":"x","type":'))],
  ["half of a surrogate pair", "response-json", text((body) => body.replace(/"type":"/, '"type":"\\ud83d'))],
  ["text after the JSON", "response-json", text((body) => `${body}\n{}`)],
  ["NaN", "response-json", text((body) => body.replace(/"status":\d+/, '"status":NaN'))],
  ["another charset", "response-header", headers("content-type", "application/json; charset=iso-8859-1")],
  ["an unknown content coding", "response-header", headers("content-encoding", "rot13")],
  [
    "a challenge of another scheme",
    "response-header",
    headers("www-authenticate", 'Basic realm="x"', (status) => status === 401),
  ],
  ["an Allow without the method of the path", "response-header", headers("allow", "POST", (status) => status === 405)],
  ["an Allow with the rejected method", "response-header", headers("allow", "GET, PATCH", (status) => status === 405)],
  ["another status in the body", "error-consistent", errors((body) => ({ ...body, status: 500 }))],
  [
    "the code of another error",
    "error-consistent",
    errors((body) => ({ ...body, ...(body["code"] === "not_found" ? { code: "conflict" } : {}) })),
  ],
  [
    "another parameter in an error",
    "error-consistent",
    errors((body) => ({
      ...body,
      ...(body["context_info"] === null
        ? {}
        : { context_info: { errors: [{ reason: "invalid_parameter", name: "file_id", message: "No." }] } }),
    })),
  ],
  ["one request id for all", "request-ids-differ", errors((body) => ({ ...body, request_id: "r1" }))],
  ["the token in a message", "error-discreet", message("The token token-admin may not do this.")],
  ["a stack trace", "error-discreet", message("Error: no\n    at Store.find (/srv/app/store.js:12:3)")],
  ["SQL", "error-discreet", message("SELECT id FROM tasks WHERE id = 1")],
  ["a file path", "error-discreet", message("Cannot read /var/lib/content/store.db")],
  ["an internal address", "error-discreet", message("connect to 10.2.3.4 failed")],
  [
    "403 for an unknown id",
    "wrong-request-rejected",
    async (_, pass) => {
      const response = await pass();
      return response.status === 404 ? withStatus(Promise.resolve(response), 403) : response;
    },
  ],
  [
    "404 for an invalid value",
    "wrong-request-rejected",
    async (_, pass) => {
      const response = await pass();
      return response.status === 400 ? withStatus(Promise.resolve(response), 404) : response;
    },
  ],
];

describe("finds", () => {
  test.each(defects)("%s", async (_, rule, breaking) => {
    const report = await checkBroken(breaking, { operations });
    expect(foundIn(report).map((one) => one.split(" ")[1])).toContain(rule);
  });
});

test("names a failure that a repeated request does not have as such, and no other rule", async () => {
  let requests = 0;
  const failure = { type: "error", status: 500, code: "internal_server_error", message: "Failed.", request_id: "" };
  const report = await checkBroken(
    (_, pass) => (++requests % 10 === 0 ? Promise.resolve(Response.json(failure, { status: 500 })) : pass()),
    { operations: ["listFileVersionRetentions"] },
  );
  const findings = report.checks.flatMap((one) => one.findings);
  expect(findings.length).toBeGreaterThan(2);
  for (const { message: words } of findings)
    expect(words).toMatch(/^Expected the same response .* received 500, then \d/);
});
