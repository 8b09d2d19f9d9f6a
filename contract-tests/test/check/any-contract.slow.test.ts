import {
  type Contract,
  createContract,
  findRoute,
  isJsonObject,
  type Json,
  type JsonObject,
  withCredentials,
} from "content-service-contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documents } from "../../../contract/test/support/other-documents.js";
import { runChecks } from "../../src/check/run-checks.js";
import { startMock } from "../../src/cli/start-mock.js";

type Change = (body: Json) => Json;
type Broken = (response: Response) => Response | Promise<Response>;

/** Changes the body of each successful response. */
function changed(change: Change): Broken {
  return async (response) =>
    response.ok ? Response.json(change((await response.json()) as Json), response) : response;
}

const withStatus = (status: number) => (response: Response) =>
  response.ok ? new Response(response.body, { status, headers: response.headers }) : response;

/** A mock of a document that knows tokens, with a defect. */
async function checkMock(name: keyof typeof documents, broken: Broken = (response) => response) {
  const contract = createContract(parse(documents[name]));
  const mock = await startMock(contract.document);
  const known = (init: RequestInit, url: string) => /secret|OnNlY3JldA/.test(`${url} ${JSON.stringify(init.headers)}`);
  try {
    return await runChecks(
      {
        baseUrl: mock.url,
        authUrl: mock.url,
        token: name === "payments" ? ":secret" : "secret",
        parameters: { "DELETE /pets/{pet_id}.pet_id": "1", pet_id: "1", repo: "demo", channel: "C123" },
        async fetch(url, init) {
          const sent = known(init, url) ? { path: url, headers: init.headers } : withoutToken(contract, url, init);
          return broken(await fetch(sent.path, { ...init, headers: sent.headers ?? {} }));
        },
      },
      // A mock without state keeps nothing.
      { contract, effects: "lasting", inference: false },
    );
  } finally {
    await mock.close();
  }
}

/** Prism accepts any token. */
function withoutToken(contract: Contract, url: string, { method = "GET", headers }: RequestInit) {
  const route = findRoute(contract, method, new URL(url).pathname);
  const request = { method, path: url, headers: new Headers(headers) };
  return route.kind === "operation" ? withCredentials(request, route.operation) : request;
}

async function rulesOf(report: ReturnType<typeof checkMock>): Promise<string[]> {
  const found = (await report).checks.flatMap(({ findings }) => findings);
  return [...new Set(found.map(({ operation, rule, at }) => `${operation} ${rule} ${at.replace(/\/\d+/g, "/*")}`))];
}

test.each(Object.keys(documents) as (keyof typeof documents)[])(
  "finds nothing in a mock of the document %s",
  async (name) => {
    const { checks } = await checkMock(name);
    const failed = checks.filter((one) => one.outcome !== "passed");
    expect(failed.map(({ id, reason, findings }) => [id, reason, ...findings.map(({ message }) => message)])).toEqual(
      [],
    );
    expect(checks.length).toBeGreaterThan(10);
  },
);

const without =
  (name: string): Change =>
  (body) => {
    if (!isJsonObject(body)) return body;
    const { [name]: _, ...others } = body;
    return others;
  };
const eachOf =
  (change: Change): Change =>
  (body) =>
    Array.isArray(body) ? body.map(change) : change(body);
const set =
  (values: JsonObject): Change =>
  (body) =>
    isJsonObject(body) ? { ...body, ...values } : body;

test.each<[what: string, document: keyof typeof documents, broken: Broken, finding: string]>([
  ["another type", "pets", changed(eachOf(set({ name: 7 }))), "GET /pets response-body /response/body/*/name"],
  [
    "a missing property",
    "pets",
    changed(eachOf(without("kind"))),
    "GET /pets/{pet_id} response-body /response/body/kind",
  ],
  ["a missing id", "payments", changed(eachOf(without("id"))), "charges.create response-body /response/body/id"],
  [
    "an excluded minimum",
    "pets",
    changed(eachOf(set({ price: 0 }))),
    "GET /pets/{pet_id} response-body /response/body/price",
  ],
  [
    "a missing header",
    "pets",
    (one) =>
      new Response(one.body, { status: one.status, headers: [...one.headers].filter(([name]) => name !== "x-total") }),
    "GET /pets response-header /response/headers/x-total",
  ],
  ["another status", "payments", withStatus(202), "charges.create status-documented /response/status"],
  ["null", "payments", changed(set({ amount: null })), "charges.create response-body /response/body/amount"],
  [
    "another media type",
    "payments",
    (one) => (one.ok ? one : new Response(one.body, { status: one.status, headers: { "content-type": "text/html" } })),
    "charges.list response-content-type /response/headers/content-type",
  ],
  ["a failure", "code", withStatus(500), "compare call-succeeds /response/status"],
  [
    "JSON in place of text",
    "code",
    (one) => (one.ok ? Response.json("Read me") : one),
    "readme response-content-type /response/headers/content-type",
  ],
  [
    "an accepted wrong request",
    "chat",
    async (one) => (one.ok ? one : Response.json({ text: "Hello" })),
    "say wrong-request-rejected /response/status",
  ],
  [
    "an ignored token",
    "chat",
    (one) => (one.status === 401 ? Response.json({ id: "7", text: "Hello" }) : one),
    "me token-required /response/status",
  ],
])("finds %s in %s", async (_, document, broken, finding) => {
  expect((await rulesOf(checkMock(document, broken))).join("\n")).toContain(finding);
});
