import * as client from "content-service-client";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { json } from "../support/scripted-fetch.js";
import { baseUrl, generatedIn, type Operation, sentBy } from "./generated-operations.js";

const generated = generatedIn(temporaryFolder(afterAll));

const color = { R: 100, G: "a b" };
const content = { "application/json": { schema: { type: "object" } } };

/** Where a request has the parameters of a place. */
const placed = { path: "url", query: "url", header: "p", cookie: "cookie" } as const;

/** A parameter with a value, as OpenAPI describes it, and what is sent: a URL, a header or a cookie. */
const parameters: readonly [place: keyof typeof placed, more: object, value: unknown, sent: string][] = [
  ["path", {}, "a,b", "/a%2Cb"],
  ["path", {}, ["a", "b,c"], "/a,b%2Cc"],
  ["path", {}, color, "/R,100,G,a%20b"],
  ["path", { explode: true }, color, "/R=100,G=a%20b"],
  ["path", { style: "label" }, "a", "/.a"],
  ["path", { style: "label", explode: true }, ["a", "b"], "/.a.b"],
  ["path", { style: "label", explode: true }, color, "/.R=100.G=a%20b"],
  ["path", { style: "matrix" }, "a/b", "/;p=a%2Fb"],
  ["path", { style: "matrix", explode: true }, ["a", "b"], "/;p=a;p=b"],
  ["path", { style: "matrix" }, color, "/;p=R,100,G,a%20b"],
  ["path", { style: "matrix", explode: true }, color, "/;R=100;G=a%20b"],
  ["query", {}, ["a", "b"], "/things?p=a&p=b"],
  ["query", { explode: false }, ["a", "b"], "/things?p=a,b"],
  ["query", {}, { "a&b": 1, c: "d" }, "/things?a%26b=1&c=d"],
  ["query", { explode: false }, color, "/things?p=R,100,G,a%20b"],
  ["query", { style: "spaceDelimited", explode: false }, ["a", "b"], "/things?p=a%20b"],
  ["query", { style: "pipeDelimited", explode: false }, ["a", "b"], "/things?p=a%7Cb"],
  ["query", { style: "deepObject" }, { a: { b: 1 }, c: ["d"] }, "/things?p[a][b]=1&p[c][0]=d"],
  ["query", { content, schema: undefined }, { a: 1 }, "/things?p=%7B%22a%22%3A1%7D"],
  ["query", { content: { "text/plain": { schema: { type: "string" } } }, schema: undefined }, "a b", "/things?p=a%20b"],
  ["header", {}, ["a", "b"], "a,b"],
  ["header", {}, { a: 1 }, "a,1"],
  ["header", { explode: true }, { a: 1, b: true }, "a=1,b=true"],
  ["cookie", {}, "a b", "p=a%20b"],
  ["cookie", {}, { a: 1, b: 2 }, "a=1; b=2"],
  ["cookie", {}, ["a", "b"], "p=a; p=b"],
];

/** Arrays without items and objects without members, which are not sent: the place, the parameter and its value. */
const nothing = (["query", "header", "cookie"] as const).flatMap((place) =>
  [{}, { explode: false }, { style: "pipeDelimited", explode: false }, { style: "spaceDelimited", explode: false }]
    .filter(({ style }) => !style || place === "query")
    .flatMap((more) => [[], {}, { a: undefined }].map((value) => [place, more, value] as const)),
);

type InvalidParameter = [what: string, place: keyof typeof placed, more: object, value: unknown, message: string];
const deep = { style: "deepObject", schema: { type: "object" } };
const invalidValues = [NaN, null, new Date(NaN), new Map()];

/** An operation with a parameter `p` for a value. */
function withParameter(place: string, more: object, value: unknown): Operation {
  const items = { type: "string" };
  const schema = Array.isArray(value) ? { type: "array", items } : { type: typeof value };
  const path = place === "path" ? "/{p}" : "/things";
  return { path, parameters: [{ name: "p", in: place, required: place === "path", schema, ...more }] };
}

describe("a generated operation writes a parameter", async () => {
  const schema = { type: "object", properties: { p: { type: "object" }, q: {} } };
  const operations = await generated(parameters.map(([place, more, value]) => withParameter(place, more, value)));

  const rows = parameters.map((row, index) => [...row, index] as const);
  it.each(rows)("in the %s, %j: %j [OD-10]", async (place, _, value, expected, index) => {
    const received = await sentBy(operations, index, { [place]: { p: value } });
    expect(received).toHaveProperty(placed[place], expected);
  });

  it("not without items or members, in any place and style [OD-10]", async () => {
    const made = await generated(nothing.map(([place, more, value]) => withParameter(place, more, value)));
    for (const [index, [place, , value]] of nothing.entries())
      expect(await sentBy(made, index, { [place]: { p: value } })).toEqual(await sentBy(made, index, {}));
    const content = { "application/x-www-form-urlencoded": { schema, encoding: { p: { explode: false } } } };
    const form = await generated([{ method: "post", requestBody: { content } }]);
    expect(await sentBy(form, 0, { body: { p: [], q: 1 } })).toHaveProperty("body", "q=1");
  });

  it.each([
    ["query.q", { query: { q: "mine", p: { q: "other" } } }],
    ["query.q", { query: { p: { q: "other" }, q: "mine" } }],
    ["query.ids", { query: { ids: [1], p: { ids: "7" } } }],
    ["query.n%5B%5D", { query: { "n[]": "1", p: { "n[]": "7" } } }],
    ["body.q", { body: { q: "mine", p: { q: "other" } } }],
  ])("not as a key of an object that is also another parameter: %s in %j [OD-10]", async (name, options) => {
    const parameters = [
      { name: "p", in: "query", schema },
      { name: "q", in: "query" },
    ].concat({ name: "n[]", in: "query" }, { name: "ids", in: "query", schema: { type: "array" } } as never);
    const content = { "application/x-www-form-urlencoded": { schema, encoding: { p: { explode: true } } } };
    const made = await generated([{ method: "post", parameters, requestBody: { content } }]);
    await expect(sentBy(made, 0, options)).rejects.toThrow(
      new TypeError(`${name} must be sent once: an object of the call has a key of that name`),
    );
    expect(await sentBy(made, 0, { query: { q: undefined, p: { q: "b" } } })).toHaveProperty("url", "/things?q=b");
  });

  const csv = { s: { contentType: "text/csv" } };
  const forms: [type: string, encoding: object, body: unknown, sent: string][] = [
    ["application/x-ndjson", {}, "{}\n{}\n", "{}\n{}\n"],
    ["application/x-www-form-urlencoded", { a: { explode: false } }, { a: [1, 2] }, "a=1%2C2"],
    ["application/x-www-form-urlencoded", { o: { style: "deepObject" } }, { o: { b: "&" } }, "o%5Bb%5D=%26"],
    ["application/x-www-form-urlencoded", {}, { o: { b: "c" } }, "o=%7B%22b%22%3A%22c%22%7D"],
    ["multipart/form-data", { a: { contentType: "application/json" } }, { a: [1, 2] }, "/json\r\n\r\n[1,2]\r\n"],
    ["multipart/form-data", csv, { s: "b,c" }, '"s"\r\nContent-Type: text/csv\r\n\r\nb,c'],
    ["multipart/form-data", { o: { contentType: "application/json; v=2" } }, { o: {} }, "/json; v=2\r\n\r\n{}"],
  ];
  it.each(forms)("in the body, %s with %j: %j [OD-10]", async (type, encoding, body, expected) => {
    const properties = { a: { type: "array" }, o: { type: "object" }, s: { type: "string" } };
    const content = { [type]: { schema: { type: "object", properties }, encoding } };
    const sent = await sentBy(await generated([{ method: "post", requestBody: { content } }]), 0, { body });
    expect(sent["body"]).toContain(expected);
  });

  it.each([
    ["application/vnd.photo+json; version=2", {}, "{}"],
    ['application/soap+xml; charset=utf-8; action="urn:getPrice"', "<Envelope/>", "<Envelope/>"],
    ["application/x-www-form-urlencoded; charset=utf-8", { q: 1 }, "q=1"],
  ])("of a body of %s under the whole media type [OD-10]", async (type, body, expected) => {
    const made = await generated([{ method: "post", requestBody: { content: { [type]: { schema } } } }]);
    expect(await sentBy(made, 0, { body })).toMatchObject({ "content-type": type, body: expected });
  });

  it("of a form in the order of the call, since a service can need what describes a file before it [OD-10]", async () => {
    const encoding = { p: { contentType: "application/json" } };
    const content = { "multipart/form-data": { schema, encoding } };
    const made = await generated([{ method: "post", requestBody: { content } }]);
    for (const body of [
      { p: {}, q: "a" },
      { q: "a", p: {} },
    ]) {
      const sent = await sentBy(made, 0, { body });
      expect([...`${sent["body"]}`.matchAll(/ name="(.)"/g)].map(([, name]) => name)).toEqual(Object.keys(body));
    }
  });

  it("of a body that is left out with no Content-Type, and takes null where the document has it [OD-10]", async () => {
    const content = { "application/merge-patch+json": { schema: { type: "object" } } };
    const nullable = [{ type: ["object", "null"] }, { title: "Anything" }, undefined].map((schema) => {
      const responses = { 200: { description: "D", content: { "application/json": { schema } } } };
      return { method: "patch", requestBody: { content }, responses };
    });
    const operations = await generated(nullable);
    expect(await sentBy(operations, 0, {})).not.toHaveProperty("content-type");
    expect(await sentBy(operations, 0, { body: {} })).toHaveProperty("content-type", "application/merge-patch+json");
    const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch: async () => json(null) });
    for (const name in operations) expect(await made[name]?.()).toBe(null);
  });

  it.each<InvalidParameter>([
    ["an empty segment", "path", {}, [], "path.p must not be empty, . or .."],
    ["an empty list of the style matrix", "path", { style: "matrix", explode: true }, [], "path.p must not be empty"],
    ["a segment that leaves the path", "path", { style: "label" }, ".", "path.p must not be"],
    ["an object in a list", "header", {}, [{}], "header.p must consist of strings"],
    ["a date", "query", { explode: false, schema: { type: "object" } }, new Date(0), "query.p must be a string"],
    ["a date", "header", { schema: { type: "object" } }, new Date(0), "header.p must consist of strings"],
    ...invalidValues.flatMap((value): InvalidParameter[] => [
      [`${value} as deepObject`, "query", deep, value, "query.p must be"],
      [`${value} in a deepObject`, "query", deep, { a: [value] }, "query.p must consist of"],
    ]),
  ])("not with %s, which is a TypeError [OD-10]", async (_, place, more, value, message) => {
    const sent = sentBy(await generated([withParameter(place, more, value)]), 0, { [place]: { p: value } });
    await expect(sent).rejects.toThrow(new RegExp(`^${message}`));
  });

  it("of the query that a path has, also a fixed one [OD-10]", async () => {
    const schema = { type: "string" };
    const city = { name: "city", in: "path", required: true, schema };
    const days = { name: "days", in: "query", schema };
    const made = await generated([{ path: "/weather?place={city}&v=2", parameters: [city, days] }]);
    const { url } = await sentBy(made, 0, { query: { place: "a b", v: "2", days: "3" } });
    expect(url).toBe("/weather?place=a%20b&v=2&days=3");
  });

  it("not as a cookie in a browser, which is a TypeError; elsewhere also where scripts have an origin [OD-10]", async () => {
    const operations = await generated([withParameter("cookie", {}, "a")]);
    const send = () => sentBy(operations, 0, { cookie: { p: "a" } });
    onTestFinished(() => void vi.unstubAllGlobals());
    // As in workerd.
    vi.stubGlobal("origin", "null");
    expect(await send()).toMatchObject({ cookie: "p=a" });
    vi.stubGlobal("navigator", { appCodeName: "Mozilla" });
    await expect(send()).rejects.toThrow("a browser sends only its own cookies");
  });
});

it.each([
  [["application/json"], "application/json, */*;q=0.1"],
  [["application/hal+json; version=2"], "application/hal+json; version=2, */*;q=0.1"],
  [["text/csv", "application/json"], "application/json, */*;q=0.1"],
  [["image/png", "image/webp"], "image/png, image/webp, */*;q=0.1"],
  [["*/*"], undefined],
])("a generated operation of %j accepts %s, or what the call says [OD-10]", async (types, accept) => {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const operations = await generated([{ responses: { 200: { description: "D", content } } }]);
  expect((await sentBy(operations, 0, {}))["accept"]).toBe(accept);
  expect((await sentBy(operations, 0, { headers: { Accept: "a/b" } }))["accept"]).toBe("a/b");
});

it("a generated operation of JSON or a stream returns what the call asks for [OD-10]", async () => {
  const content = { "application/json": {}, "text/event-stream": {} };
  const operations = await generated([{ responses: { 200: { description: "D", content } } }]);
  const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch: async () => json({}) });
  expect([await made["call0"]?.(), await made["call0"]?.({ as: "text" })]).toEqual([{}, "{}"]);
});
