import { expect, test } from "vitest";
import type { JsonObject } from "../../src/index.js";
import { type Misbehave, replaces, responseOf, responses, runAllOn, withStatus } from "../support/defects.js";

const operations = ["getTaskAssignment", "listFileVersionRetentions"];

const text = (change: (body: string) => string | Uint8Array<ArrayBuffer>) =>
  replaces(
    () => true,
    async (_, response) => new Response(change(await response.text()), response),
  );
const header = (name: string, value: string, status?: number) =>
  replaces(
    (response) => response.status === (status ?? response.status),
    (_, response) => {
      response.headers.set(name, value);
      return response;
    },
  );
const errors = (change: (body: JsonObject) => JsonObject) =>
  responses(
    (body) => ({ ...body, ...change(body) }),
    ({ status }) => status >= 400,
  );
const message = (words: string) => errors(() => ({ message: words }));

const latin1 = (body: string) => new Uint8Array(Buffer.from(body, "latin1"));
const ofFile = { context_info: { errors: [{ reason: "invalid_parameter", name: "file_id", message: "No." }] } };
const CONSISTENT = "error-consistent";

const defects: [defect: string, rule: string, misbehave: Misbehave][] = [
  ["a byte order mark", "response-json", text((body) => `\uFEFF${body}`)],
  ["bytes of Latin-1", "response-json", text((body) => latin1(body.replace('"message":"', '"message":"\u00e9')))],
  ["a repeated name", "response-json", text((body) => body.replace(/\{"type":/, '{"type":"x","type":'))],
  ["half of a surrogate pair", "response-json", text((body) => body.replace(/"type":"/, '"type":"\\ud83d'))],
  ["text after the JSON", "response-json", text((body) => `${body}\n{}`)],
  ["NaN", "response-json", text((body) => body.replace(/"status":\d+/, '"status":NaN'))],
  ["another charset", "response-header", header("content-type", "application/json; charset=iso-8859-1")],
  ["an unknown content coding", "response-header", header("content-encoding", "rot13")],
  ["a challenge of another scheme", "response-header", header("www-authenticate", 'Basic realm="x"', 401)],
  ["an Allow without the method of the path", "response-header", header("allow", "POST", 405)],
  ["an Allow with the rejected method", "response-header", header("allow", "GET, PATCH", 405)],
  ["another status in the body", "error-consistent", errors(() => ({ status: 500 }))],
  ["the code of another error", CONSISTENT, errors(({ code }) => (code === "not_found" ? { code: "conflict" } : {}))],
  ["another parameter in an error", CONSISTENT, errors((body) => (body["context_info"] === null ? {} : ofFile))],
  ["one request id for all", "request-ids-differ", errors(() => ({ request_id: "r1" }))],
  ["the token in a message", "error-discreet", message("The token token-admin may not do this.")],
  ["a stack trace", "error-discreet", message("Error: no\n    at Store.find (/srv/app/store.js:12:3)")],
  ["SQL", "error-discreet", message("SELECT id FROM tasks WHERE id = 1")],
  ["a file path", "error-discreet", message("Cannot read /var/lib/content/store.db")],
  ["an internal address", "error-discreet", message("connect to 10.2.3.4 failed")],
  ["403 for an unknown id", "wrong-request-rejected", withStatus(404, 403)],
  ["404 for an invalid value", "wrong-request-rejected", withStatus(400, 404)],
];

test.each(defects)("finds %s", async (_, rule, misbehave) => {
  expect((await runAllOn(misbehave, { operations })).rules).toContain(rule);
});

test("names a failure that a repeated request does not have as such, and no other rule", async () => {
  let requests = 0;
  const failing: Misbehave = async (sent) => (++requests % 10 === 0 ? responseOf(500) : sent.forward());
  const { messages } = await runAllOn(failing, { operations: ["listFileVersionRetentions"] });
  expect(messages.length).toBeGreaterThan(2);
  for (const one of messages) expect(one).toMatch(/^Expected the same response .* received 500, then \d/);
});
