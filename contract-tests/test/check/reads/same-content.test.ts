import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/index.js";
import { type Breaking, checkBroken, foundIn, type Sent, withBody } from "../../support/check-broken.js";

const sends =
  (status: number, isMet: (sent: Sent) => boolean): Breaking =>
  async (sent, pass) => {
    if (!isMet(sent)) return pass();
    const error = { type: "error", status, code: "bad_request", message: "No.", request_id: crypto.randomUUID() };
    return status === 304 ? new Response(null, { status }) : Response.json(error, { status });
  };

/** Changes values of the record or of each entry in responses to requests with `fields`. The first name can matter. */
const withFields =
  (values: JsonObject, first = ""): Breaking =>
  ({ url }, pass) => {
    const changed = (one: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(one).map(([name, value]) => [name, values[name] ?? value]));
    if (url.searchParams.get("fields")?.startsWith(first) !== true) return pass();
    return withBody(pass(), (body) => {
      const { entries } = body;
      // The entries of lists are records.
      return Array.isArray(entries) ? { ...body, entries: (entries as JsonObject[]).map(changed) } : changed(body);
    });
  };

const etag = (pattern: RegExp) => (sent: Sent) => pattern.test(sent.headers.get("if-none-match") ?? "");
const header = (name: string, text: string) => (sent: Sent) => sent.headers.get(name)?.includes(text) === true;
const later: Breaking = (_, pass) =>
  withBody(pass(), (body) => ("modified_at" in body ? { ...body, modified_at: "2044-01-01T00:00:00Z" } : body));
const comma = ({ url }: Sent) => url.search.includes("%2C");
const dotted = ({ body }: Sent) => /:\w+\./.test(String(body?.["query"]));
const TIME = "2020-01-01T00:00:00Z";
const LIST = "listLegalHoldPolicyAssignments/shows-the-same-with-fields";
const [ME, ITEM] = ["getCurrentUser", "findSharedItem"] as const;
const MODIFIED = `${ITEM}/modified`;
const FIELDS = "shows-the-same-with-fields";
const FORMS = "accepts-other-forms";
const QUERY = "queryMetadata";
const [PRECONDITION, SUCCEEDS, CONSISTENT] = ["precondition-respected", "call-succeeds", "consistent-records"] as const;

const defects: [defect: string, check: string, rule: string, breaking: Breaking][] = [
  ["an encoded comma is rejected", `${ME}/${FORMS}`, SUCCEEDS, sends(400, comma)],
  ["a charset is rejected", `${QUERY}/${FORMS}`, SUCCEEDS, sends(415, header("content-type", "charset"))],
  ["an encoded link is unknown", `${ITEM}/${FORMS}`, SUCCEEDS, sends(404, header("serviceapi", "%3A"))],
  ["a dot in an argument is rejected", "queryMetadata/finds-what-matches", SUCCEEDS, sends(400, dotted)],
  ["a language differs with fields", `${ME}/${FIELDS}`, CONSISTENT, withFields({ language: "xx" })],
  ["a number differs with fields", `${ME}/${FIELDS}`, CONSISTENT, withFields({ space_amount: 1 })],
  ["a size differs with fields", `${ITEM}/${FIELDS}`, CONSISTENT, withFields({ size: 1 })],
  ["a target differs with fields", LIST, CONSISTENT, withFields({ assigned_to: { id: "77" } }, "assigned_to,")],
  ["a time differs with fields", LIST, CONSISTENT, withFields({ assigned_at: TIME }, "assigned_to,")],
  ["another weak etag is the current one", MODIFIED, PRECONDITION, sends(304, etag(/^W\/"\d"$/))],
  ["a list of older etags has the current one", MODIFIED, PRECONDITION, sends(304, etag(/,/))],
  ["an older etag is the current one", MODIFIED, PRECONDITION, sends(304, etag(/^-?\d$/))],
  ["a star is not found", MODIFIED, PRECONDITION, sends(404, etag(/^\*$/))],
  ["a quoted etag is a failed precondition", MODIFIED, PRECONDITION, sends(412, etag(/^"/))],
  ["a weak etag fails", MODIFIED, PRECONDITION, sends(500, etag(/^W/))],
  [
    "metadata in fields fails",
    `${ITEM}/${FIELDS}`,
    SUCCEEDS,
    sends(500, ({ url }) => url.search.includes("fields=metadata.")),
  ],
  ["a change is in the future", `${ITEM}/succeeds`, CONSISTENT, later],
];

test.each(defects)("finds that %s (%s)", async (_, check, rule, breaking) => {
  const report = await checkBroken(breaking, { operations: [check.split("/")[0] ?? ""] });
  expect(foundIn(report)).toContain(`${check} ${rule}`);
});
