import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { changedJson, jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const FREE = "createFileMetadata/accepts-values";
const TYPED = "createFileMetadata/accepts-template-values";

test("a healthy sandbox passes", async () => {
  const { results, leftBehind } = await runOnBroken([FREE, TYPED]);
  expect(results.map(({ outcome, findings }) => [outcome, ...findings])).toEqual([["passed"], ["passed"]]);
  expect(leftBehind).toEqual([expect.stringContaining("createMetadataTemplate created")]);
});

const isInstance = ({ path }: Sent) => /^\/files\/\d+\/metadata\//.test(path);
const isCreation = (sent: Sent) => sent.method === "POST" && isInstance(sent);
const isQuery = ({ path }: Sent) => path.includes("execute_read");

const storing =
  (change: (value: Json) => Json): Misbehave =>
  (sent) =>
    isCreation(sent)
      ? sent.forward({ body: Object.fromEntries(Object.entries(sent.json).map(([name, one]) => [name, change(one)])) })
      : sent.forward();

const ofText =
  (change: (text: string) => string): ((value: Json) => Json) =>
  (value) =>
    typeof value === "string" && !/^\d{4}-/.test(value) ? change(value) : value;

const ofNumber =
  (change: (value: number) => number): ((value: Json) => Json) =>
  (value) =>
    typeof value === "number" ? change(value) : value;

/** Changes responses with an instance. */
const showing =
  (isShown: (sent: Sent) => boolean, change: (body: JsonObject) => JsonObject): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    return isShown(sent) && response.ok && response.status !== 204 ? changedJson(response, change) : response;
  };

const isRead = (sent: Sent) => sent.method === "GET" && isInstance(sent);

function inEntries(body: JsonObject, change: (entry: JsonObject) => JsonObject): JsonObject {
  const { entries } = body;
  return {
    ...body,
    entries: Array.isArray(entries) ? entries.map((one) => (isJsonObject(one) ? change(one) : one)) : [],
  };
}

/** Changes the values of the instances in an entry. */
function inInstances(entry: JsonObject, change: (values: JsonObject) => JsonObject): JsonObject {
  const mapped = (value: Json, depth: number): Json => {
    if (!isJsonObject(value)) return value;
    if (depth === 2) return change(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, depth + 1)]));
  };
  return { ...entry, metadata: mapped(entry["metadata"] ?? null, 0) };
}

const defects: [defect: string, check: string, misbehave: Misbehave][] = [
  ["composes characters", FREE, storing(ofText((text) => text.normalize("NFC")))],
  ["trims", FREE, storing(ofText((text) => text.trim()))],
  ["stores Unix line ends", FREE, storing(ofText((text) => text.replaceAll("\r", "")))],
  ["escapes HTML", FREE, storing(ofText((text) => text.replaceAll("<", "&lt;")))],
  ["stores numbers as text", FREE, storing((value) => (typeof value === "number" ? String(value) : value))],
  ["stores booleans as text", FREE, storing((value) => (typeof value === "boolean" ? String(value) : value))],
  ["sorts lists", FREE, storing((value) => (Array.isArray(value) ? [...value].sort() : value))],
  [
    "stores keys in lower case",
    FREE,
    (sent) =>
      isCreation(sent)
        ? sent.forward({
            body: Object.fromEntries(Object.entries(sent.json).map(([name, one]) => [name.toLowerCase(), one])),
          })
        : sent.forward(),
  ],
  [
    "drops empty values",
    FREE,
    (sent) =>
      isCreation(sent)
        ? sent.forward({ body: Object.fromEntries(Object.entries(sent.json).filter(([, one]) => one !== "")) })
        : sent.forward(),
  ],
  ["shows another id in each response", FREE, showing(isRead, (body) => ({ ...body, $id: "other" }))],
  ["counts versions up with each read", FREE, showing(isRead, (body) => ({ ...body, $version: 7 }))],
  ["rounds numbers to two digits", TYPED, storing(ofNumber((value) => Math.round(value * 100) / 100))],
  ["stores numbers with 32 bits", TYPED, storing(ofNumber((value) => Math.fround(value)))],
  ["cuts numbers to integers", TYPED, storing(ofNumber(Math.trunc))],
  ["stores absolute numbers", TYPED, storing(ofNumber(Math.abs))],
  [
    "stores zero as nothing",
    TYPED,
    showing(
      (sent) => isCreation(sent) || isRead(sent),
      ({ Amount, ...body }) => (Amount === 0 || Amount === undefined ? body : { ...body, Amount }),
    ),
  ],
  [
    "cuts times to days",
    TYPED,
    storing((value) =>
      typeof value === "string" && /^\d{4}-/.test(value) ? `${value.slice(0, 10)}T00:00:00Z` : value,
    ),
  ],
  ["ignores offsets", TYPED, storing((value) => (typeof value === "string" ? value.replace(/\+05:30$/, "Z") : value))],
  ["sorts several choices", TYPED, storing((value) => (Array.isArray(value) ? [...value].sort() : value))],
  ["keeps one of several choices", TYPED, storing((value) => (Array.isArray(value) ? value.slice(0, 1) : value))],
  [
    "shows numbers as text in queries",
    TYPED,
    showing(isQuery, (body) =>
      inEntries(body, (one) => inInstances(one, (values) => ({ ...values, Amount: String(values["Amount"]) }))),
    ),
  ],
  [
    "shows other texts in queries",
    TYPED,
    showing(isQuery, (body) =>
      inEntries(body, (one) => inInstances(one, (values) => ({ ...values, party: String(values["party"]).trim() }))),
    ),
  ],
  [
    "shows another name in queries",
    TYPED,
    showing(isQuery, (body) => inEntries(body, (one) => ({ ...one, name: "other.pdf" }))),
  ],
  [
    "shows another description in queries",
    TYPED,
    showing(isQuery, (body) => inEntries(body, (one) => ({ ...one, description: "stale" }))),
  ],
];

test.each(defects)("finds a service that %s", async (_, check, misbehave) => {
  const { rules } = await runOnBroken([check], misbehave);
  expect(rules).toContain("state-kept");
});

test("finds a query without the instances that were made", async () => {
  const { rules } = await runOnBroken(
    [TYPED],
    showing(isQuery, (body) => ({ ...body, entries: [], next_marker: null })),
  );
  expect(rules).toEqual(["query-respected"]);
});

test("finds a query with the name before a rename", async () => {
  const { rules } = await runOnBroken(
    [TYPED],
    showing(isQuery, (body) => inEntries(body, (one) => ({ ...one, name: "invoice-001.pdf" }))),
  );
  expect(rules).toEqual(["state-kept"]);
});

test("finds a service that deletes all metadata with one instance", async () => {
  let gone = false;
  const { rules } = await runOnBroken([TYPED], async (sent) => {
    if (sent.method === "DELETE" && sent.path.includes("/global/")) gone = true;
    if (!gone || !isRead(sent)) return sent.forward();
    return jsonResponse(404, { code: "instance_not_found", message: "No.", request_id: "r1" });
  });
  expect(rules).toContain("state-kept");
});

test("finds a service whose metadata changes the file", async () => {
  let created = false;
  const { rules } = await runOnBroken([FREE], async (sent) => {
    if (isCreation(sent)) created = true;
    const response = await sent.forward();
    return sent.method === "PUT" && created
      ? changedJson(response, (body) => ({ ...body, description: "changed" }))
      : response;
  });
  expect(rules).toContain("state-kept");
});

const rejections: [defect: string, check: string, isRejected: (body: JsonObject, path: string) => boolean][] = [
  ["line feeds", FREE, (body) => Object.values(body).some((one) => typeof one === "string" && one.includes("\n\n"))],
  ["characters beyond 16 bits", FREE, (body) => /😀/.test(JSON.stringify(body))],
  ["no values", FREE, (body) => Object.keys(body).length === 0],
  ["negative numbers", TYPED, (body) => Number(body["Amount"]) < 0],
  ["large numbers", TYPED, (body) => Number(body["Amount"]) > 1e14],
  ["small numbers", TYPED, (body) => body["Amount"] === 1e-7],
  ["zero", TYPED, (body) => body["Amount"] === 0],
  ["times with an offset", TYPED, (body) => String(body["signed_at"]).endsWith("+05:30")],
  ["options with spaces", TYPED, (body) => String(body["status"]).includes("two  spaces")],
  ["the short form of a scope", TYPED, (_, path) => path.includes("/enterprise/")],
  ["the long form of a scope", TYPED, (_, path) => path.includes("/enterprise_")],
];

test.each(rejections)("finds a service that rejects %s", async (_, check, isRejected) => {
  const { rules } = await runOnBroken([check], async (sent) =>
    isCreation(sent) && isRejected(sent.json, sent.path)
      ? jsonResponse(400, { code: "bad_request", message: "No.", request_id: "r1" })
      : sent.forward(),
  );
  expect(rules).toContain("call-succeeds");
});
