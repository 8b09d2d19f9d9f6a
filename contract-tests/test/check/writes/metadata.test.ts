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
  shows,
} from "../../support/defects.js";

const FREE = "createFileMetadata/accepts-values";
const TYPED = "createFileMetadata/accepts-typed-values";
const DELETES = "deleteFileMetadata/deletes";

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
const eachTime = (change: (text: string) => string) =>
  each((value) => (typeof value === "string" && /^\d{4}-/.test(value) ? change(value) : value));
const eachNumber = (change: (value: number) => Json) =>
  each((value) => (typeof value === "number" ? change(value) : value));
const eachList = (change: (value: Json[]) => Json[]) => each((value) => (Array.isArray(value) ? change(value) : value));

/** Changes the entries of queries. */
const found = (change: (entry: JsonObject) => JsonObject) =>
  shows(isQuery, ({ entries }) => ({
    entries: Array.isArray(entries) ? entries.map((one) => (isJsonObject(one) ? change(one) : one)) : [],
  }));
/** Queries show the numbers of instances as text. */
const withTextNumbers = replaces(
  ({ ok }, sent) => ok && isQuery(sent),
  async (_, response) =>
    Response.json(JSON.parse((await response.text()).replaceAll(/"Number":([^,}]+)/g, '"Number":"$1"'))),
);

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

/** Queries find no instance that was created under the short form of a scope. */
function findingLongForms(): Misbehave {
  let isShort = false;
  return responses((body, sent) => {
    if (isCreation(sent)) isShort = sent.path.includes("/enterprise/");
    return isQuery(sent) && isShort ? { ...body, entries: [], next_marker: null } : undefined;
  });
}

const deletingAll: Misbehave = async (sent) => {
  const response = await sent.forward();
  if (isDeletion(sent) && response.ok)
    await sent.forward({ path: sent.path.replace(/metadata\/.*/, "metadata/global/properties") });
  return response;
};

const numbered = ([name, one]: [string, Json]): [string, Json] => [name, name === "Number" ? Number(one) || one : one];
const findingNothing = shows(isQuery, () => ({ entries: [], next_marker: null }));
const storingOther: Misbehave = async (sent) => {
  if (!isCreation(sent)) return sent.forward();
  const response = await sent.forward({ body: { ...sent.json, text_0: "another" } });
  return Response.json({ ...(await response.json()), ...sent.json }, response);
};
const addingOld = responses((body) => ("other" in body ? { ...body, note: "old" } : undefined));
const forbiddingMissing = replaces(
  ({ status }, sent) => isRead(sent) && status === 404,
  () => responseOf(403),
);

test.each<[defect: string, check: string, misbehave: Misbehave, rule?: string]>([
  ["trims", FREE, each((value) => (typeof value === "string" ? value.trim() : value))],
  ["stores numbers as text", FREE, eachNumber(String)],
  ["sorts lists", FREE, eachList((value) => value.toSorted())],
  ["stores keys in lower case", FREE, storing((values) => values.map(([name, one]) => [name.toLowerCase(), one]))],
  ["drops empty values", FREE, storing((values) => values.filter(([, one]) => one !== ""))],
  ["shows another id in each response", FREE, shows(isRead, () => ({ $id: "other" }))],
  ["counts versions up with each read", FREE, shows(isRead, () => ({ $version: 7 }))],
  ["stores numbers with 32 bits", TYPED, eachNumber(Math.fround)],
  ["stores zero as nothing", TYPED, storing((values) => values.filter(([, one]) => one !== 0))],
  ["cuts times to days", TYPED, eachTime((time) => `${time.slice(0, 10)}T00:00:00Z`)],
  ["ignores offsets", TYPED, eachTime((time) => time.replace(/\+05:30$/, "Z"))],
  ["takes numbers as text", TYPED, storing((values) => values.map(numbered)), "wrong-request-rejected"],
  ["sorts several choices", TYPED, eachList((value) => value.toSorted())],
  ["shows numbers as text in queries", TYPED, withTextNumbers],
  ["finds what was deleted in queries", TYPED, findingDeleted(), "query-respected"],
  ["shows the name before a rename in queries", TYPED, found((one) => ({ ...one, name: "invoice-001.pdf" }))],
  ["does not find the new instances", TYPED, findingNothing, "query-respected"],
  ["does not find those of the short form of a scope", TYPED, findingLongForms(), "query-respected"],
  ["deletes the other metadata of a file as well", TYPED, deletingAll],
  ["stores another value than was sent and shows", FREE, storingOther],
  ["cannot create metadata", FREE, responds(404, isCreation), "call-succeeds"],
  ["sends a 403 response for missing metadata", FREE, forbiddingMissing],
  ["adds values of deleted metadata", DELETES, addingOld],
  ["creates metadata twice", "createFileMetadata/applied-once", replaces(({ status }) => status === 409, created)],
])("finds a service that %s", async (_, check, misbehave, rule = "state-kept") => {
  expect((await runOn([check], misbehave)).rules).toContain(rule);
});

test.each([
  ["deletes", "DELETE", "/global/"],
  ["creates", "POST", "/enterprise/contract"],
])("finds a service that loses all other metadata when it %s an instance", async (_, method, place) => {
  let gone = false;
  const { rules } = await runOn([TYPED], (sent, sandbox) => {
    if (sent.method === method && sent.path.includes(place)) gone = true;
    const body = () => errorBody(404, "instance_not_found");
    return responds(404, (one) => gone && isRead(one), body)(sent, sandbox);
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

/** Values that a service could reject. */
const values: readonly [kind: string, isMet: (body: JsonObject, path: string) => boolean][] = [
  ["line feeds", (body) => Object.values(body).some((one) => typeof one === "string" && one.includes("\n\n"))],
  ["characters beyond 16 bits", (body) => /😀/.test(JSON.stringify(body))],
  ["no values", (body) => Object.keys(body).length === 0],
  ["negative numbers", (body) => Number(body["Number"]) < 0],
  ["large numbers", (body) => Number(body["Number"]) > 1e14],
  ["small numbers", (body) => body["Number"] === 1e-7],
  ["zero", (body) => body["Number"] === 0],
  ["times with an offset", (body) => String(body["time_at"]).endsWith("+05:30")],
  ["options with spaces", (body) => String(body["option"]).includes("two  spaces")],
  ["the short form of a scope", (_, path) => path.includes("/enterprise/")],
  ["the long form of a scope", (_, path) => path.includes("/enterprise_")],
];

test("a healthy sandbox passes with each kind of value", async () => {
  const sent: Sent[] = [];
  const { checks, leftBehind } = await runOn([FREE, TYPED], (one) => {
    if (isCreation(one)) sent.push(one);
    return one.forward();
  });
  expect(checks.map(({ outcome, findings }) => [outcome, ...findings])).toEqual([["passed"], ["passed"]]);
  expect(leftBehind).toEqual([expect.stringContaining("createMetadataTemplate created")]);
  expect(values.filter(([, isMet]) => !sent.some(({ json, path }) => isMet(json, path)))).toEqual([]);
});

test.each([
  ["no values", FREE],
  ["zero", TYPED],
  ["the short form of a scope", TYPED],
])("finds a service that rejects %s", async (kind, check) => {
  const [, isMet = () => false] = values.find(([own]) => own === kind) ?? [];
  const misbehave = responds(400, (sent) => isCreation(sent) && isMet(sent.json, sent.path));
  expect((await runOn([check], misbehave)).rules).toContain("call-succeeds");
});
