import { createContract, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { correctedBodies, missingNames, rejectedNames, wrongBodies } from "../../src/check/records/bodies.js";
import { listedAbove } from "../../src/check/records/listed-texts.js";
import { neededValues } from "../../src/check/records/needed-values.js";
import { idsListed, onlyNewId } from "../../src/check/records/new-ids.js";
import { newBody } from "../../src/check/records/new-values.js";
import type { Recorder } from "../../src/check/records/recorder.js";
import type { Step } from "../../src/check/records/trace.js";
import type { Resource } from "../../src/check/resources/resources.js";
import { runChecks } from "../../src/check/run-checks.js";
import type { Session } from "../../src/check/session/check.js";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]);

function contractOf(method: string, operation: JsonObject) {
  return createContract({ openapi: "3.1.0", info: {}, paths: { "/things": { [method]: operation } } });
}

/** Runs all checks. Returns the findings of the valid calls, and the requests that they sent. */
async function runOn(contract: ReturnType<typeof createContract>, response: () => Response) {
  const sent: { headers: Headers; body: unknown }[] = [];
  const fetch = async (_: string, { headers, body }: RequestInit) => {
    sent.push({ headers: new Headers(headers), body });
    return response();
  };
  const report = await runChecks({ baseUrl: "http://127.0.0.1:9", token: "", fetch }, { contract, effects: "lasting" });
  const valid = report.checks.filter(({ id }) => id.includes("/succeeds"));
  return { found: valid.map(({ outcome, reason, findings }) => reason ?? findings[0]?.message ?? outcome), sent };
}

test.each<[documented: string, received: string, body: BodyInit, found: string]>([
  ["image/png", "image/png", PNG, "passed"],
  ["application/octet-stream", "application/octet-stream", PNG, "passed"],
  ["application/xml", "application/xml; charset=utf-8", "<a/>", "passed"],
  ["image/png", "image/gif", PNG, "Expected a response body of type image/png; received image/gif"],
  ["text/plain", "text/plain; charset=utf-8", PNG, "contradicts its charset: its bytes are not valid utf-8"],
  ["application/json", "application/json", PNG, "The response body is not JSON"],
])("checks a response of type %s that has the type %s", async (documented, received, body, expected) => {
  const contract = contractOf("get", { responses: { 200: { description: "", content: { [documented]: {} } } } });
  const { found } = await runOn(contract, () => new Response(body, { headers: { "content-type": received } }));
  expect(found).toEqual([expect.stringContaining(expected)]);
});

const OBJECT = {
  type: "object",
  required: ["name", "count"],
  properties: { name: { type: "string", example: "A & B" }, count: { type: "integer" }, data: { format: "binary" } },
};
const FORM = "multipart/form-data; boundary=contract-check-boundary";
const part = (headers: string, value: string) =>
  `--contract-check-boundary\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`;

const PARTS = [
  part('name="name"', "n"),
  part('name="data"; filename="file"\r\nContent-Type: application/octet-stream', "bytes"),
  part('name="list"', "1") + part('name="list"', "2"),
  part('name="of"\r\nContent-Type: application/json', '{"a":1}'),
  "--contract-check-boundary--\r\n",
];
const example = { name: "n", data: "bytes", list: ["1", "2"], of: { a: 1 } };
const VALUES = "<name>A &amp; B</name><count>1</count>";

test.each<[type: string, media: JsonObject, body: string, sentType?: string]>([
  ["application/xml", { schema: OBJECT }, `<root>${VALUES}</root>`],
  ["application/xml", { schema: { ...OBJECT, xml: { name: "thing" } } }, `<thing>${VALUES}</thing>`],
  ["text/xml", { example: "<own/>" }, "<own/>"],
  ["application/x-www-form-urlencoded", { schema: OBJECT }, "name=A+%26+B&count=1"],
  ["multipart/form-data", { schema: OBJECT, example }, PARTS.join(""), FORM],
  ["text/plain", {}, "text"],
  ["image/*", {}, "text", "image/png"],
  ["*/*", {}, "text", "application/octet-stream"],
  ["application/octet-stream", { schema: { type: "string", format: "binary" } }, "text"],
])("sends a body of %s", async (type, media, body, sentType = type) => {
  const contract = contractOf("post", {
    requestBody: { required: true, content: { [type]: media } },
    responses: { 204: { description: "" } },
  });
  const { found, sent } = await runOn(contract, () => new Response(null, { status: 204 }));
  expect(found).toEqual(["passed"]);
  expect([sent[0]?.headers.get("content-type"), sent[0]?.body]).toEqual([sentType, body]);
});

test.each([
  ["application/json", ["count", "name"]],
  ["multipart/form-data", ["count"]],
])("sends an object as a wrong value in %s where it is not a text: %j", (type, names) => {
  const contract = contractOf("post", { operationId: "add", requestBody: { content: { [type]: { schema: OBJECT } } } });
  const wrong = wrongBodies(contract, contract.operation("add"), { count: 1, name: "n" });
  expect(wrong.flatMap(({ what }) => /^with an object as `(\w+)`/.exec(what)?.[1] ?? [])).toEqual(names);
});

test("sends and checks parameters in cookies and headers", async () => {
  const contract = contractOf("get", {
    parameters: [
      { name: "theme", in: "cookie", required: true, schema: { type: "string", enum: ["dark"] } },
      { name: "X-Size", in: "header", required: true, schema: { type: "integer", maximum: 9 } },
    ],
    responses: { 204: { description: "" }, 400: { description: "" } },
  });
  const isValid = ({ headers }: RequestInit) => {
    const { cookie, "x-size": size } = Object.fromEntries(new Headers(headers));
    return cookie === "theme=dark" && /^\d$/.test(size ?? "");
  };
  const report = async (ignored: string) => {
    const fetch = async (url: string, init: RequestInit) => {
      const isIgnored = new Headers(init.headers).get("cookie")?.includes(ignored);
      const isAccepted = init.method === "GET" && url.endsWith("/things") && (isIgnored || isValid(init));
      return new Response(null, { status: isAccepted ? 204 : 400 });
    };
    const { checks } = await runChecks({ baseUrl: "http://127.0.0.1:9", token: "", fetch }, { contract, closed: true });
    return checks.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
  };
  expect(await report("none")).toEqual([]);
  expect(await report("no_such_value")).toEqual(["GET /things/rejects/cookies/theme/not-in-the-enum"]);
});

test.each([
  ["starts_at", "ends_at", { type: "string", format: "date-time" }],
  ["from", "to", { type: "string", format: "date" }],
  ["min_guests", "max_guests", { type: "integer", minimum: 1 }],
])("sends a %s before the %s where the contract has no example", (start, end, type) => {
  // A time that must be later than the request moves, and the other one with it.
  const properties = { [start]: { ...type, description: "Must not be in the past." }, [end]: type };
  const schema = { type: "object", required: [start, end], properties };
  const contract = contractOf("post", { requestBody: { content: { "application/json": { schema } } }, responses: {} });
  const choice = { number: 2, unique: "one", now: Date.UTC(2050, 0), reference: () => undefined };
  const body = newBody(contract, contract.operation("POST /things"), choice);
  expect(body).toMatchObject({ [start]: expect.anything(), [end]: expect.anything() });
  const [from, to] = Object.values(Object(body)).map((one) =>
    typeof one === "number" ? one : Date.parse(String(one)),
  );
  expect(to).toBeGreaterThan(Number(from));
});

test("sends a little where a service rejected more, and a time to come in place of that of the example", () => {
  const due = { type: "string", format: "date-time", description: "In the future.", example: "2024-05-06T07:08:09Z" };
  const price = { type: "integer", minimum: 0 };
  const schema = { type: "object", required: ["due", "price"], properties: { due, price } };
  const contract = contractOf("post", { requestBody: { content: { "application/json": { schema } } }, responses: {} });
  const kept = new Set(["due", "price"]);
  const bodyOf = (number: number) =>
    newBody(contract, contract.operation("POST /things"), {
      ...{ number, unique: "one", now: Date.UTC(2050, 0), kept, reference: () => undefined },
    });
  expect(bodyOf(1)).toEqual({ due: expect.stringMatching(/^2050/), price: 2 });
  expect(bodyOf(0)).toEqual({ due: expect.stringMatching(/^2050/), price: 0 });
});

const BODY = {
  type: "object",
  required: ["count"],
  properties: { count: { type: "integer", minimum: 2 }, note: { type: "string" } },
};

test.each<[rejection: string, bodies: unknown[]]>([
  [
    "`count` exceeds `asked`",
    [
      { count: 5, note: "a" },
      { count: 2, note: "a" },
    ],
  ],
  ["not enough", [{ count: 2, note: "a" }]],
  ["`note` must not be given", [{ count: 2, note: "a" }, { count: 9 }]],
])("corrects a body as the rejection says: %s", (rejection, bodies) => {
  const content = { "application/json": { schema: BODY, example: { count: 9, note: "a" } } };
  const contract = contractOf("post", { operationId: "act", requestBody: { content }, responses: {} });
  const step = {
    operation: contract.operation("act"),
    input: { body: { count: 9, note: "a" } },
    exchange: { response: { status: 422, body: rejection } },
  };
  // The rest of a step says nothing here.
  expect(correctedBodies(contract, step as unknown as Step, { asked: 5, count_of_others: 7 })).toEqual(bodies);
});

test.each<[rejection: string, isLearnt: boolean, period: boolean, later: string[], amounts: Json[]]>([
  ["Outside of the term.", true, true, [], []],
  ["The `apply_by` of the term has passed.", true, false, ["apply_by"], []],
  ["The room is taken.", false, false, [], []],
  ["Exceeds the seats.", true, false, [], [["/seats", 40]]],
])("learns from %j what new records need", async (rejection, isLearnt, isKnown, asked, amounts) => {
  const record = { apply_by: "2026-12-01", starts_on: "2027-01-02", ends_on: "2027-01-05" };
  const schema = { type: "object", properties: { seats: { type: "integer", maximum: 40 } } };
  const content = { "application/json": { schema, example: { seats: 1 } } };
  const contract = contractOf("post", { operationId: "act", requestBody: { content }, responses: {} });
  const resource = { name: "terms", create: contract.operation("act") } as Resource;
  const later: string[] = [];
  // Of a session, a step and the records around, only these parts say something here.
  const needed = neededValues(
    { contract, now: () => Date.UTC(2026, 11, 24) } as Session,
    [{ exchange: { response: { status: 409, body: rejection } } } as Step],
    {
      present: async () => record,
      allShared: () => [{ resource, path: {}, id: "1" }],
      needLater: (_, name) => later.push(name) > 0,
      forgetShared: () => true,
      resources: [],
    },
  );
  expect([await needed.learn(resource), later, needed.amounts(resource)]).toEqual([isLearnt, asked, amounts]);
  expect(needed.period(resource)).toEqual(isKnown ? [Date.UTC(2027, 0, 2), Date.UTC(2027, 0, 5)] : undefined);
});

const CHOICE = {
  type: "object",
  required: ["kind"],
  properties: {
    kind: { anyOf: [{ const: "single" }, { const: "text" }, { const: "number" }] },
    required: { type: "boolean" },
    options: { type: "array", minItems: 2, uniqueItems: true, items: { type: "string" } },
    parts: {
      type: "array",
      items: { type: "object", properties: { key: { type: "string", pattern: "^[a-z0-9]+$" } } },
    },
  },
};

test("sends other listed values and entries that differ, with what some values need and without what others may not have", () => {
  const example = { kind: "single", parts: [{ key: "a" }, { key: "b" }] };
  const content = { "application/json": { schema: CHOICE, example } };
  const contract = contractOf("post", { operationId: "act", requestBody: { content }, responses: {} });
  const operation = contract.operation("act");
  const names = new Set(["options"]);
  const bodyOf = (number: number, left = new Set<string>()) =>
    newBody(contract, operation, {
      ...{ number, unique: "Check-1234567f", now: 0, left, needed: names, reference: () => undefined },
    });
  const options = ["text Check-1234567f", "text1 Check-12345670"];
  expect(bodyOf(1)).toMatchObject({ kind: "text", options, parts: [{ key: "34567f" }, { key: "345670" }] });
  expect([bodyOf(1, names), bodyOf(0, names)]).toEqual([
    { kind: "text", required: true, parts: expect.anything() },
    { kind: "single", options: expect.anything(), parts: expect.anything() },
  ]);
  const response = { status: 422, body: JSON.stringify({ path: "/options", message: "Options are required" }) };
  // The rest of a step says nothing here.
  const step = { operation, input: { body: { required: true } }, sent: {}, exchange: { response } } as unknown as Step;
  expect(missingNames(contract, step)).toEqual(["options"]);
  expect(rejectedNames(contract, { required: true }, step)).toEqual([]);
});

test("chooses the times of a new record in a period", () => {
  const schema = { type: "object", properties: { at: { type: "string", format: "date-time" } } };
  const content = { "application/json": { schema, example: { at: "2020-01-01T00:00:00Z" } } };
  const contract = contractOf("post", { operationId: "act", requestBody: { content }, responses: {} });
  const period = [Date.UTC(2027, 0, 2), Date.UTC(2027, 0, 5)] as const;
  const chosen = { number: 1, unique: "Check-1", now: Date.UTC(2026, 0, 1), period, reference: () => undefined };
  expect(newBody(contract, contract.operation("act"), chosen)).toEqual({ at: "2027-01-02T07:00:00Z" });
});

test.each([
  ["locale", "de"],
  ["targetLocale", "de"],
  ["name", undefined],
  ["address", undefined],
  ["lineId", 7],
  ["keyId", undefined],
])("names a value that a record above lists as %s: %s", (name, value) => {
  const projects = { collection: "/projects", item: "/projects/{project}", parameter: "project" } as Resource;
  const keys = { name: "keys", collection: "/projects/{project}/keys", parent: projects } as Resource;
  const step = (id: string, record: JsonObject) => ({ subject: { resource: projects, id }, shown: { record } });
  const lists = { targetLocales: ["de", "fr"], address: ["x"], lines: [{ id: 7 }], keys: [{ id: 8 }] };
  const known = step("1", { names: "de", ...lists });
  const recorder = { steps: [known, step("2", { targetLocales: ["it"] })] } as unknown as Recorder;
  expect(listedAbove(recorder, keys, { project: "1" }, name)).toBe(value);
});

test("knows a new record by the whole list of the same place alone, where it is the only one", () => {
  const keys = { name: "keys", collection: "/projects/{project}/keys" } as Resource;
  const entry = (id: string) => ({ id, record: { id } });
  const step = (more: object, project: string, ...ids: string[]) => {
    const listing = { resource: keys, path: { project }, entries: ids.map(entry), isComplete: true, ...more };
    return { listing, ...more } as unknown as Step;
  };
  const idsIn = (...steps: Step[]) => idsListed(steps, [{ resource: keys, path: {}, id: 9 }], keys, { project: "1" });
  const whole = step({}, "1", "a");
  const parts = [step({ purpose: { kind: "relation" } }, "1"), step({}, "2", "b")];
  expect(idsIn(whole, ...parts)).toEqual(new Set(["a", "9"]));
  expect([idsIn(...parts), idsIn(step({ isComplete: false }, "1", "a"))]).toEqual([undefined, undefined]);
  const newIn = (...ids: string[]) => onlyNewId(keys, step({}, "1", ...ids).listing, new Set(["a", "9"]));
  expect([newIn("a", "9", "c"), newIn("a"), newIn("a", "c", "d")]).toEqual(["c", undefined, undefined]);
});
