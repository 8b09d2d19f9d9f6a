import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/index.js";
import { type Breaking, checkBroken, foundIn, type Sent, withBody } from "../../support/check-broken.js";

const failing =
  (isBroken: (sent: Sent) => boolean, status: number): Breaking =>
  (sent, pass) => {
    const error = { type: "error", status, code: "bad_request", message: "No.", request_id: crypto.randomUUID() };
    return isBroken(sent)
      ? Promise.resolve(status === 304 ? new Response(null, { status }) : Response.json(error, { status }))
      : pass();
  };

/** Changes a value, of the record or of each entry, in responses to requests with `fields`. The first name can matter. */
const withFields =
  (name: string, value: JsonObject[string], first = ""): Breaking =>
  ({ url }, pass) => {
    const changed = (one: JsonObject): JsonObject => (name in one ? { ...one, [name]: value } : one);
    if (url.searchParams.get("fields")?.startsWith(first) !== true) return pass();
    return withBody(pass(), (body) => {
      const { entries } = body;
      return Array.isArray(entries)
        ? { ...body, entries: entries.map((one) => changed(one as JsonObject)) }
        : changed(body);
    });
  };

const etag =
  (pattern: RegExp) =>
  ({ headers }: Sent) =>
    pattern.test(headers.get("if-none-match") ?? "");
const charset = ({ headers }: Sent) => /charset/.test(headers.get("content-type") ?? "");
const encodedComma = ({ url }: Sent) => url.search.includes("%2C");
const encodedLink = ({ headers }: Sent) => headers.get("serviceapi")?.includes("%3A") === true;
const listed = "listLegalHoldPolicyAssignments";

const defects: [defect: string, check: string, rule: string, breaking: Breaking][] = [
  ["an encoded comma is rejected", "getCurrentUser/accepts-other-forms", "call-succeeds", failing(encodedComma, 400)],
  [
    "an encoded comma is a part of a name",
    `${listed}/accepts-other-forms`,
    "call-succeeds",
    (sent, pass) => {
      if (encodedComma(sent)) sent.url.searchParams.set("fields", "unknown");
      return pass();
    },
  ],
  ["a charset is rejected", "queryMetadata/accepts-other-forms", "call-succeeds", failing(charset, 415)],
  [
    "a percent-encoded link is unknown",
    "findSharedItem/accepts-other-forms",
    "call-succeeds",
    failing(encodedLink, 404),
  ],
  [
    "a dot in the name of an argument is rejected",
    "queryMetadata/finds-what-matches",
    "call-succeeds",
    failing(({ body }) => /:\w+\./.test(String(body?.["query"])), 400),
  ],
  [
    "a language differs with fields",
    "getCurrentUser/shows-the-same-with-fields",
    "consistent-records",
    withFields("language", "xx"),
  ],
  [
    "a number differs with fields",
    "getCurrentUser/shows-the-same-with-fields",
    "consistent-records",
    withFields("space_amount", 1),
  ],
  [
    "a value is null with fields",
    "findSharedItem/shows-the-same-with-fields",
    "consistent-records",
    withFields("size", null),
  ],
  [
    "a target differs with fields",
    `${listed}/shows-the-same-with-fields`,
    "consistent-records",
    withFields("assigned_to", { type: "folder", id: "77" }, "assigned_to,"),
  ],
  [
    "a time differs with fields",
    `${listed}/shows-the-same-with-fields`,
    "consistent-records",
    withFields("assigned_at", "2020-01-01T00:00:00Z", "assigned_to,"),
  ],
  [
    "another weak etag is the current one",
    "findSharedItem/modified",
    "precondition-respected",
    failing(etag(/^W\/"\d"$/), 304),
  ],
  [
    "a list of older etags has the current one",
    "findSharedItem/modified",
    "precondition-respected",
    failing(etag(/,/), 304),
  ],
  [
    "an older etag is the current one",
    "findSharedItem/modified",
    "precondition-respected",
    failing(etag(/^-?\d$/), 304),
  ],
  ["a star is not found", "findSharedItem/modified", "precondition-respected", failing(etag(/^\*$/), 404)],
  [
    "a quoted etag is a failed precondition",
    "findSharedItem/modified",
    "precondition-respected",
    failing(etag(/^"/), 412),
  ],
  ["a weak etag fails", "findSharedItem/modified", "precondition-respected", failing(etag(/^W/), 500)],
  [
    "a change is in the future",
    "findSharedItem/succeeds",
    "consistent-records",
    (_, pass) =>
      withBody(pass(), (body) => ("modified_at" in body ? { ...body, modified_at: "2044-01-01T00:00:00Z" } : body)),
  ],
];

test.each(defects)("finds that %s (%s)", async (_, check, rule, breaking) => {
  const report = await checkBroken(breaking, { operations: [check.split("/")[0] ?? ""] });
  expect(foundIn(report)).toContain(`${check} ${rule}`);
});
