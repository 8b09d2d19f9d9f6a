import { isJsonObject, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, responds, responses, runOn, type Sent } from "../../support/defects.js";

/** Changes values of the record or of each entry in responses to requests with `fields`. The first name can matter. */
const withFields = (values: JsonObject, first = "") => {
  const changed = (one: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name, values[name] ?? value]));
  return responses(
    ({ entries, ...body }) =>
      Array.isArray(entries) ? { ...body, entries: entries.filter(isJsonObject).map(changed) } : changed(body),
    ({ ok }, { query }) => ok && query.get("fields")?.startsWith(first) === true,
  );
};

const etag = (pattern: RegExp) => (sent: Sent) => pattern.test(sent.headers["if-none-match"] ?? "");
const header = (name: string, text: string) => (sent: Sent) => sent.headers[name]?.includes(text) === true;
const inPath = (text: string) => (sent: Sent) => sent.path.includes(text);
const later = responses((body) =>
  "modified_at" in body ? { ...body, modified_at: "2044-01-01T00:00:00Z" } : undefined,
);
const dotted = ({ json }: Sent) => /:\w+\./.test(String(json["query"]));
const notModified = (isMet: (sent: Sent) => boolean) => responds(304, isMet, () => null);
const weakDiffers: Misbehave = (sent) =>
  sent.headers["if-none-match"]?.startsWith("W/")
    ? sent.forward({ headers: { "if-none-match": "0" } })
    : sent.forward();
const TIME = "2020-01-01T00:00:00Z";
const LIST = "listLegalHoldPolicyAssignments/shows-the-same-with-fields";
const [ME, ITEM] = ["getCurrentUser", "findSharedItem"] as const;
const MODIFIED = `${ITEM}/modified`;
const FIELDS = "shows-the-same-with-fields";
const FORMS = "accepts-other-forms";
const QUERY = "queryMetadata";
const [PRECONDITION, SUCCEEDS, CONSISTENT] = ["precondition-respected", "call-succeeds", "consistent-records"] as const;

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  ["an encoded comma is rejected", `${ME}/${FORMS}`, SUCCEEDS, responds(400, inPath("%2C"))],
  ["a charset is rejected", `${QUERY}/${FORMS}`, SUCCEEDS, responds(415, header("content-type", "charset"))],
  ["an encoded link is unknown", `${ITEM}/${FORMS}`, SUCCEEDS, responds(404, header("serviceapi", "%3A"))],
  ["a dot in an argument is rejected", `${QUERY}/finds-what-matches`, SUCCEEDS, responds(400, dotted)],
  ["a number differs with fields", `${ME}/${FIELDS}`, CONSISTENT, withFields({ space_amount: 1 })],
  ["a target differs with fields", LIST, CONSISTENT, withFields({ assigned_to: { id: "77" } }, "assigned_to,")],
  ["a time differs with fields", LIST, CONSISTENT, withFields({ assigned_at: TIME }, "assigned_to,")],
  ["another weak etag is the current one", MODIFIED, PRECONDITION, notModified(etag(/^W\/"\d"$/))],
  ["a list of older etags has the current one", MODIFIED, PRECONDITION, notModified(etag(/,/))],
  ["a star is not found", MODIFIED, PRECONDITION, responds(404, etag(/^\*$/))],
  ["a quoted etag is a failed precondition", MODIFIED, PRECONDITION, responds(412, etag(/^"/))],
  ["a weak etag is another one, though a quoted one is not", MODIFIED, PRECONDITION, weakDiffers],
  ["a weak etag fails", MODIFIED, PRECONDITION, responds(500, etag(/^W/))],
  ["metadata in fields fails", `${ITEM}/${FIELDS}`, SUCCEEDS, responds(500, inPath("fields=metadata."))],
  ["a change is in the future", `${ITEM}/succeeds`, CONSISTENT, later],
];

test.each(defects)("finds that %s (%s)", async (_, check, rule, misbehave) => {
  expect((await runOn([check], misbehave)).found).toContain(`${check} ${rule}`);
});

test("finds a value that differs with fields, although each use of the record changes a number", async () => {
  let uses = 0;
  const differing = responses((body, { query }) => {
    const { shared_link: link, tags } = body;
    const isOther = tags !== undefined && query.get("fields")?.includes("sha1");
    return {
      ...{ ...body, ...(isOther ? { tags: ["other"] } : {}) },
      ...(isJsonObject(link) ? { shared_link: { ...link, preview_count: uses++ } } : {}),
    };
  });
  expect((await runOn([`${ITEM}/${FIELDS}`], differing)).messages.join()).toMatch(/^Expected the same `tags`/);
});
