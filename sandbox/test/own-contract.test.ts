import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, type Handler, type Handlers } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { readDocument, readHandlers } from "../src/read-files.js";

const json = (schema: object) => ({ "application/json": { schema } });
const text = { type: "string", minLength: 1 };
const overlay = { overlay: "1.0.0", info: { title: "Notes", version: "1" }, actions: [] };

describe("the contract and the handlers of a sandbox", () => {
  test("of another service have its base path, parameters, parts, codes, and names of the generated client", async () => {
    const number = { type: "number" };
    const point = { type: "object", properties: { lat: number, lng: number } };
    const parameters = [
      { name: "at", in: "path", required: true, style: "matrix", explode: true, schema: point },
      { name: "tags", in: "path", required: true, style: "matrix", explode: true, schema: { type: "array" } },
      { name: "by", in: "path", required: true, style: "label", schema: number },
    ];
    const meta = { type: "object", required: ["meta"], properties: { meta: { type: "object", required: ["a"] } } };
    const requestBody = { content: { "multipart/form-data": { schema: meta } } };
    const wrong = { type: "object", required: ["code"], properties: { code: { enum: ["wrong"] } } };
    const responses = { 400: { description: "No.", content: json(wrong) } };
    const add = { operationId: "delete", requestBody, responses };
    // Not the operation of this name that the sandbox has a handler for.
    const other = { operationId: "getCurrentUser", responses };
    const paths = { "/p/{at}/{tags}/{by}": { get: { parameters, responses } }, "/u": { get: other, post: add } };
    const servers = [{ url: "https://points.example/v7" }];
    const contract = { openapi: "3.1.0", info: { title: "Points", version: "1" }, servers, paths };
    const handlers: Handlers = { getPByAtByTagsByBy: ({ path }) => path, deleteOperation: () => ({}) };
    const { fetch, requests } = await createSandbox({ contract, handlers });
    const read = await fetch("https://sandbox.invalid/v7/p/;lat=1.5;lng=-2/;tags=a;tags=b/.1.5");
    expect(await read.json()).toEqual({ at: { lat: 1.5, lng: -2 }, tags: ["a", "b"], by: 1.5 });
    const body = new FormData();
    const post = async () => (await fetch("https://sandbox.invalid/v7/u", { method: "POST", body })).json();
    expect((await fetch("https://sandbox.invalid/v7/u")).status).toBe(501);
    expect(await post()).toMatchObject({ code: "wrong" });
    expect(
      requests()
        .at(-1)
        ?.violations.filter(({ at }) => at.startsWith("/response")),
    ).toEqual([]);
    body.set("meta", new Blob(['{"a":1}'], { type: "application/json" }));
    expect(await post()).toEqual({});
  });

  test("of another service check its credentials, and send its media types and errors", async () => {
    const scheme = (place: string, name: string) => ({ type: "apiKey", in: place, name });
    const schemes = {
      ...{ header: scheme("header", "X-Key"), query: scheme("query", "key"), cookie: scheme("cookie", "sid") },
      ...{ basic: { type: "http", scheme: "basic" }, custom: { type: "http", scheme: "Token" } },
    };
    const parts = { type: text, title: text, detail: text, status: { type: "integer" }, code: text };
    const problem = { "application/problem+json": { schema: { type: "object", properties: parts } } };
    const responses = {
      200: { description: "A name.", content: { "text/csv": {} } },
      ...Object.fromEntries([400, 401, 404].map((status) => [status, { description: "No.", content: problem }])),
    };
    const type = "about:blank";
    const get = (name: string) => ({ get: { operationId: `get_${name}`, security: [{ [name]: [] }], responses } });
    const form = { schema: { type: "object", properties: { grant_type: text } } };
    const content = { "application/x-www-form-urlencoded": form };
    const issued = { operationId: "issue", security: [{ basic: [] }], requestBody: { content }, responses };
    const optional = { operationId: "read", security: [{}, { header: [] }], responses };
    const contract = {
      openapi: "3.1.0",
      info: { title: "Names", version: "1" },
      paths: {
        ...Object.fromEntries(Object.keys(schemes).map((name) => [`/${name}`, get(name)])),
        ...{ "/token": { post: issued }, "/optional": { get: optional } },
      },
      components: { securitySchemes: schemes },
    };
    const name: Handler = ({ caller }) => `${caller.id}\n`;
    const own = Object.fromEntries(Object.keys(schemes).map((one) => [`get${one}`, name]));
    const read: Handler = (context) => {
      if (context.headers.has("x-key")) return context.caller.id;
      throw context.error(404, "none", "Nobody.");
    };
    const sandbox = await createSandbox({ contract, handlers: { ...own, read, issue: () => "a token" } });
    const basic = (user: string) => ({ authorization: `Basic ${btoa(user)}` });
    const token = "token-owner";
    for (const [path, headers, isValid] of [
      ["/header", { "x-key": token }, true],
      ["/header", { authorization: `Bearer ${token}` }, false],
      ["/header", { "x-key": "wrong" }, false],
      [`/query?key=${token}`, {}, true],
      ["/query", {}, false],
      ["/cookie", { cookie: `a=b; sid=${token}` }, true],
      ["/basic", basic(`x:${token}`), true],
      ["/basic", basic(`${token}:`), true],
      ["/basic", basic(`${token}:wrong`), false],
      ["/custom", { authorization: `token ${token}` }, true],
      ["/custom", { authorization: `Bearer ${token}` }, false],
      ["/optional", { "x-key": token }, true],
      ["/optional", { "x-key": "wrong" }, false],
    ] as const) {
      const response = await sandbox.fetch(sandbox.baseUrl + path, { headers: { ...headers } });
      expect([path, headers, response.status]).toEqual([path, headers, isValid ? 200 : 401]);
      const recorded = sandbox.requests().at(-1);
      const text = JSON.stringify(recorded);
      for (const secret of [token, btoa(`x:${token}`), btoa(`${token}:`)]) expect(text).not.toContain(secret);
      const sent = response.headers.get("content-type");
      const violations = recorded?.violations.filter(({ at }) => !at.startsWith("/request"));
      expect([sent, violations]).toEqual([isValid ? "text/csv" : "application/problem+json", []]);
      const title = "The access token is missing, unknown or expired.";
      if (isValid) expect((await response.text()).trim()).toBe("1003");
      else expect(await response.json()).toEqual({ type, title, detail: title, status: 401, code: "unauthorized" });
    }
    const missing = await sandbox.fetch(`${sandbox.baseUrl}/optional`);
    const none = { type, title: "Nobody.", detail: "Nobody.", status: 404, code: "none" };
    expect(await missing.json()).toEqual(none);
    const misspelled = await sandbox.fetch(`${sandbox.baseUrl}/optional?limt=1`, { headers: { "x-key": token } });
    expect(await misspelled.json()).toMatchObject({ status: 400, detail: expect.stringContaining("limt") });
    const headers = { ...basic("program:secret"), "content-type": "application/x-www-form-urlencoded" };
    const tokens = await sandbox.fetch(`${sandbox.baseUrl}/token`, { method: "POST", headers, body: "grant_type=x" });
    expect([tokens.status, await tokens.text()]).toEqual([200, "a token"]);
    for (const [handlers, message] of [
      [{ getQuery: name, get_query: name }, "handlers.get_query: get_query has another handler"],
      [{ getNothing: name }, "handlers.getNothing: the contract has no operation getNothing"],
    ] as const)
      await expect(createSandbox({ contract, handlers })).rejects.toThrow(message);
  });

  test("are read from files by the command", async () => {
    const folder = temporaryFolder();
    const at = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    expect(await readDocument("--overlay", at("a.json", JSON.stringify(overlay)))).toEqual(overlay);
    const yaml = await readDocument("--overlay", at("a.yaml", "overlay: 1.0.0\nactions: []\n"));
    expect(yaml).toEqual({ overlay: "1.0.0", actions: [] });
    await expect(readDocument("--contract", join(folder, "none.json"))).rejects.toThrow("Cannot read --contract");
    const own = await readHandlers(at("handlers.mjs", "export default { getCurrentUser: () => 'own' };"));
    expect(own).toEqual({ getCurrentUser: expect.any(Function) });
    await expect(readHandlers(at("empty.mjs", ""))).rejects.toThrow("must have handlers as its default export");
  });
});
