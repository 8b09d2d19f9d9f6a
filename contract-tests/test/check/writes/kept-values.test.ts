import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.js";
import { changedJson, jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const VALUES = "createFileMetadata/accepts-values";
const TYPED = "createFileMetadata/accepts-template-values";
const TEMPLATE = "createMetadataTemplate/creates";

/** Changes each value in the responses of some paths. */
const showing =
  (path: RegExp, change: (value: Json, name: string) => Json): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    const visit = (value: Json, own: string): Json => {
      const inner = Array.isArray(value) ? value.map((one) => visit(one, own)) : value;
      if (!isJsonObject(inner)) return change(inner, own);
      return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, visit(one, name)]));
    };
    const isShown = path.test(sent.path) && response.ok && response.status !== 204;
    // An object stays one.
    return isShown ? changedJson(response, (body) => visit(body, "") as JsonObject) : response;
  };

const like = (pattern: RegExp, convert: (text: string) => Json) => (value: Json, name: string) =>
  typeof value === "string" && !name.startsWith("$") && pattern.test(value) ? convert(value) : value;
const isDeletion = ({ method, path }: Sent) => method === "DELETE" && path.startsWith("/users/");
const METADATA = /\/metadata\//;
const LIST = /\/metadata_templates\/enterprise/;

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  ["007 becomes a number", VALUES, "state-kept", showing(METADATA, like(/^0\d+$/, Number))],
  [
    "1e3 becomes 1000",
    VALUES,
    "state-kept",
    showing(
      METADATA,
      like(/^1e3$/, () => "1000"),
    ),
  ],
  [
    "0.10 loses its zero",
    VALUES,
    "state-kept",
    showing(
      METADATA,
      like(/^0\.10$/, () => "0.1"),
    ),
  ],
  [
    "true becomes a boolean",
    VALUES,
    "state-kept",
    showing(
      METADATA,
      like(/^true$/, () => true),
    ),
  ],
  [
    "the text null becomes null",
    VALUES,
    "state-kept",
    showing(
      METADATA,
      like(/^null$/, () => null),
    ),
  ],
  [
    "a date becomes a time",
    VALUES,
    "state-kept",
    showing(
      METADATA,
      like(/^\d{4}-\d\d-\d\d$/, (text) => `${text}T00:00:00Z`),
    ),
  ],
  ["a number in a string field is converted", TYPED, "state-kept", showing(METADATA, like(/^0\d+$/, Number))],
  [
    "large numbers lose digits",
    TYPED,
    "state-kept",
    showing(METADATA, (value) => (typeof value === "number" ? Number(value.toPrecision(6)) : value)),
  ],
  [
    "tags lose zeros",
    "updateFile/tags",
    "state-kept",
    showing(
      /^\/files\/\d+\?/,
      like(/^0\d+$/, (text) => String(Number(text))),
    ),
  ],
  [
    "a list of templates sorts options",
    TEMPLATE,
    "state-kept",
    showing(LIST, (value, name) => (name === "options" && Array.isArray(value) ? value.toReversed() : value)),
  ],
  [
    "a list of templates loses an option",
    TEMPLATE,
    "state-kept",
    showing(LIST, (value, name) => (name === "options" && Array.isArray(value) ? value.slice(1) : value)),
  ],
  [
    "a list of templates cuts names",
    TEMPLATE,
    "state-kept",
    showing(
      LIST,
      like(/./, (text) => text.slice(0, 30)),
    ),
  ],
  [
    "the time of a creation is in the future",
    "createWebLink/creates",
    "consistent-records",
    showing(/web_links/, (value, name) => (name === "created_at" ? "2036-01-01T00:00:00Z" : value)),
  ],
  [
    "a deletion deletes an owner of content",
    "deleteUser/requires-force",
    "state-kept",
    async (sent) =>
      isDeletion(sent) && !sent.path.includes("force") ? new Response(null, { status: 204 }) : sent.forward(),
  ],
  [
    "force=false is like force=true",
    "deleteUser/requires-force",
    "state-kept",
    async (sent) => (sent.path.includes("force=false") ? new Response(null, { status: 204 }) : sent.forward()),
  ],
  [
    "the code for an owner is another one",
    "deleteUser/requires-force",
    "error-consistent",
    async (sent) => {
      const response = await sent.forward();
      return isDeletion(sent) && response.status === 403
        ? changedJson(response, (body) => ({ ...body, code: "forbidden" }))
        : response;
    },
  ],
  [
    "a deleted user still acts",
    "deleteUser/deletes-once",
    "state-kept",
    async (sent) =>
      sent.headers["as-user"] === "1005"
        ? jsonResponse(200, { type: "user", id: "1005", name: "N", login: "n@example.com" })
        : sent.forward(),
  ],
  [
    "a deleted user gets an alias",
    "deleteUser/deletes-once",
    "state-kept",
    async (sent) =>
      sent.path.includes("1005/email_aliases")
        ? jsonResponse(201, { type: "email_alias", id: "1", email: "a@b.example", is_confirmed: false })
        : sent.forward(),
  ],
];

test.each(defects)("finds that %s (%s)", async (_, check, rule, misbehave) => {
  const { rules, results } = await runOnBroken([check], misbehave);
  expect(rules, results[0]?.reason).toContain(rule);
});
