import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import {
  errorBody,
  type Misbehave,
  replaces,
  requests,
  responds,
  responseOf,
  responses,
  runOn,
  type Sent,
} from "../../support/defects.js";

const FREE = "createFileMetadata/accepts-values";
const TYPED = "createFileMetadata/accepts-typed-values";
const DELETES = "deleteFileMetadata/deletes";

test("a healthy sandbox passes", async () => {
  const { checks, leftBehind } = await runOn([FREE, TYPED]);
  expect(checks.map(({ outcome, findings }) => [outcome, ...findings])).toEqual([["passed"], ["passed"]]);
  expect(leftBehind).toEqual([expect.stringContaining("createMetadataTemplate created")]);
});

const isInstance = ({ path }: Sent) => /^\/files\/\d+\/metadata\//.test(path);
const isCreation = (sent: Sent) => sent.method === "POST" && isInstance(sent);
const isRead = (sent: Sent) => sent.method === "GET" && isInstance(sent);
const isDeletion = (sent: Sent) => sent.method === "DELETE" && isInstance(sent);
const isQuery = ({ path }: Sent) => path.includes("execute_read");

/** Changes the body of a creation. */
const storing = (change: (values: [string, Json][]) => [string, Json][]) =>
  requests((sent) => isCreation(sent) && { body: Object.fromEntries(change(Object.entries(sent.json))) });
const each = (change: (value: Json) => Json) =>
  storing((values) => values.map(([name, value]) => [name, change(value)]));
const eachText = (change: (text: string) => string) =>
  each((value) => (typeof value === "string" && !/^\d{4}-/.test(value) ? change(value) : value));
const eachTime = (change: (text: string) => string) =>
  each((value) => (typeof value === "string" && /^\d{4}-/.test(value) ? change(value) : value));
const eachNumber = (change: (value: number) => Json) =>
  each((value) => (typeof value === "number" ? change(value) : value));
const eachList = (change: (value: Json[]) => Json[]) => each((value) => (Array.isArray(value) ? change(value) : value));

/** Changes successful responses. */
const showing = (isShown: (sent: Sent) => boolean, change: (body: JsonObject) => JsonObject) =>
  responses(change, ({ ok }, sent) => ok && isShown(sent));
/** Changes the entries of queries. */
const found = (change: (entry: JsonObject) => JsonObject) =>
  showing(isQuery, ({ entries, ...body }) => ({
    ...body,
    entries: Array.isArray(entries) ? entries.map((one) => (isJsonObject(one) ? change(one) : one)) : [],
  }));
/** Changes the instances in the entries of queries. */
const foundInstance = (change: (values: JsonObject) => JsonObject) => {
  const mapped = (value: Json, depth: number): Json => {
    if (!isJsonObject(value)) return value;
    if (depth === 2) return change(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, depth + 1)]));
  };
  return found((entry) => ({ ...entry, metadata: mapped(entry["metadata"] ?? null, 0) }));
};

const system = {
  ...{ $type: "properties", $parent: "file_10001", $id: "1", $version: 0, $typeVersion: 0 },
  ...{ $template: "properties", $scope: "global" },
};
const created = ({ json }: Sent) => responseOf(201, { ...system, ...json });

/** Shows the file in each query after it was found once. */
function findingDeleted(): Misbehave {
  let last: Json | undefined;
  return responses((body, sent) => {
    if (!isQuery(sent) || !Array.isArray(body["entries"])) return undefined;
    const own = body["entries"].find((one) => isJsonObject(one) && one["id"] === "10001");
    last = own ?? last;
    return own === undefined && last !== undefined ? { ...body, entries: [last, ...body["entries"]] } : undefined;
  });
}

const defects: [defect: string, check: string, misbehave: Misbehave, rule?: string][] = [
  ["composes characters", FREE, eachText((text) => text.normalize("NFC"))],
  ["trims", FREE, eachText((text) => text.trim())],
  ["stores Unix line ends", FREE, eachText((text) => text.replaceAll("\r", ""))],
  ["escapes HTML", FREE, eachText((text) => text.replaceAll("<", "&lt;"))],
  ["stores numbers as text", FREE, eachNumber(String)],
  ["stores booleans as text", FREE, each((value) => (typeof value === "boolean" ? String(value) : value))],
  ["sorts lists", FREE, eachList((value) => value.toSorted())],
  ["stores keys in lower case", FREE, storing((values) => values.map(([name, one]) => [name.toLowerCase(), one]))],
  ["drops empty values", FREE, storing((values) => values.filter(([, one]) => one !== ""))],
  ["shows another id in each response", FREE, showing(isRead, (body) => ({ ...body, $id: "other" }))],
  ["counts versions up with each read", FREE, showing(isRead, (body) => ({ ...body, $version: 7 }))],
  ["rounds numbers to two digits", TYPED, eachNumber((value) => Math.round(value * 100) / 100)],
  ["stores numbers with 32 bits", TYPED, eachNumber(Math.fround)],
  ["cuts numbers to integers", TYPED, eachNumber(Math.trunc)],
  ["stores absolute numbers", TYPED, eachNumber(Math.abs)],
  [
    "stores zero as nothing",
    TYPED,
    showing(
      (sent) => isCreation(sent) || isRead(sent),
      ({ Number: number, ...body }) => (number === 0 || number === undefined ? body : { ...body, Number: number }),
    ),
  ],
  ["cuts times to days", TYPED, eachTime((time) => `${time.slice(0, 10)}T00:00:00Z`)],
  ["ignores offsets", TYPED, eachTime((time) => time.replace(/\+05:30$/, "Z"))],
  ["sorts several choices", TYPED, eachList((value) => value.toSorted())],
  ["keeps one of several choices", TYPED, eachList((value) => value.slice(0, 1))],
  ["shows numbers as text in queries", TYPED, foundInstance((all) => ({ ...all, Number: String(all["Number"]) }))],
  ["shows other texts in queries", TYPED, foundInstance((all) => ({ ...all, text: String(all["text"]).trim() }))],
  ["finds what was deleted in queries", TYPED, findingDeleted(), "query-respected"],
  ["shows another name in queries", TYPED, found((one) => ({ ...one, name: "other.pdf" }))],
  ["shows the name before a rename in queries", TYPED, found((one) => ({ ...one, name: "invoice-001.pdf" }))],
  ["shows another description in queries", TYPED, found((one) => ({ ...one, description: "stale" }))],
  [
    "does not find the new instances",
    TYPED,
    showing(isQuery, (body) => ({ ...body, entries: [], next_marker: null })),
    "query-respected",
  ],
  ["does not store an instance", FREE, async (sent) => (isCreation(sent) ? created(sent) : sent.forward())],
  ["shows another value than was sent", FREE, showing(isCreation, (body) => ({ ...body, text_0: "another" }))],
  [
    "stores another value than was sent and shows",
    FREE,
    async (sent) => {
      if (!isCreation(sent)) return sent.forward();
      const response = await sent.forward({ body: { ...sent.json, text_0: "another" } });
      return Response.json({ ...(await response.json()), ...sent.json }, response);
    },
  ],
  ["cannot create metadata", FREE, responds(404, isCreation), "call-succeeds"],
  [
    "sends a 403 response for missing metadata",
    FREE,
    replaces(
      ({ status }, sent) => isRead(sent) && status === 404,
      () => responseOf(403),
    ),
  ],
  ["creates metadata twice", "createFileMetadata/applied-once", replaces(({ status }) => status === 409, created)],
  ["does not delete an instance", DELETES, responds(204, isDeletion, () => null)],
  ["cannot delete an instance", DELETES, responds(404, isDeletion), "call-succeeds"],
];

test.each(defects)("finds a service that %s", async (_, check, misbehave, rule = "state-kept") => {
  expect((await runOn([check], misbehave)).rules).toContain(rule);
});

test("finds a service that deletes all metadata with one instance", async () => {
  let gone = false;
  const { rules } = await runOn([TYPED], (sent, sandbox) => {
    if (sent.method === "DELETE" && sent.path.includes("/global/")) gone = true;
    return responds(
      404,
      (one) => gone && isRead(one),
      () => errorBody(404, "instance_not_found"),
    )(sent, sandbox);
  });
  expect(rules).toContain("state-kept");
});

test("finds a service whose metadata changes the file", async () => {
  let changes = 0;
  const { rules } = await runOn([FREE], async (sent) => {
    const response = await sent.forward();
    const body = { description: `changed ${changes++}` };
    if (isCreation(sent)) await sent.forward({ method: "PUT", path: "/files/10001", body });
    return response;
  });
  expect(rules).toContain("state-kept");
});

test("reports metadata that it could not remove", async () => {
  const { leftBehind } = await runOn(["createFileMetadata/applied-once"], responds(403, isDeletion));
  expect(leftBehind).toEqual(["createFileMetadata created an instance of file 10001 that could not be removed."]);
});

const rejections: [defect: string, check: string, isRejected: (body: JsonObject, path: string) => boolean][] = [
  ["line feeds", FREE, (body) => Object.values(body).some((one) => typeof one === "string" && one.includes("\n\n"))],
  ["characters beyond 16 bits", FREE, (body) => /😀/.test(JSON.stringify(body))],
  ["no values", FREE, (body) => Object.keys(body).length === 0],
  ["negative numbers", TYPED, (body) => Number(body["Number"]) < 0],
  ["large numbers", TYPED, (body) => Number(body["Number"]) > 1e14],
  ["small numbers", TYPED, (body) => body["Number"] === 1e-7],
  ["zero", TYPED, (body) => body["Number"] === 0],
  ["times with an offset", TYPED, (body) => String(body["time_at"]).endsWith("+05:30")],
  ["options with spaces", TYPED, (body) => String(body["option"]).includes("two  spaces")],
  ["the short form of a scope", TYPED, (_, path) => path.includes("/enterprise/")],
  ["the long form of a scope", TYPED, (_, path) => path.includes("/enterprise_")],
];

test.each(rejections)("finds a service that rejects %s", async (_, check, isRejected) => {
  const misbehave = responds(400, (sent) => isCreation(sent) && isRejected(sent.json, sent.path));
  expect((await runOn([check], misbehave)).rules).toContain("call-succeeds");
});
