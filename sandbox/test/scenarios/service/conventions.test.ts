import { loadContract } from "content-service-contract-tests";
import { expect, test } from "vitest";
import { callEverything } from "../../support/call-everything.js";
import { apiErrorOf, namedValues } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

test("in the answers of all operations times have an offset, ids are text, and bodies are JSON [CO-1]", async () => {
  const { as, exchanges } = await startSandbox();
  const called = new Set<string | undefined>();
  const client = as("admin", { onEvent: (event) => event.type === "request" && called.add(event.operation) });
  await callEverything(client);
  expect(called).toEqual(new Set(loadContract().operations.map(({ id }) => id)));
  const sent = exchanges.filter(({ request }) => request.body && !request.url?.endsWith("/oauth2/token"));
  expect(new Set(sent.map(({ request }) => new Headers(request.headers).get("content-type")))).toEqual(
    new Set(["application/json"]),
  );
  const bodies = exchanges.filter(({ response }) => response.body !== undefined && response.body !== "");
  for (const { response } of bodies)
    expect(new Headers(response.headers).get("content-type")).toMatch(/^application\/json\b/);
  const values = bodies.flatMap(({ response }) => namedValues(JSON.parse(response.body ?? "")));
  const ids = values.filter(({ name }) => /^(\$?id|.*_id)$/.test(name));
  expect(ids.length).toBeGreaterThan(500);
  expect(ids.filter(({ value }) => typeof value !== "string" || value === "")).toEqual([]);
  const times = values.filter(({ name, value }) => name.endsWith("_at") && value !== null);
  expect(times.length).toBeGreaterThan(200);
  expect(times.filter(({ value }) => !TIME.test(String(value)))).toEqual([]);
  // Whatever looks like a time is one in full, wherever it stands, metadata included.
  const likeTimes = values.filter(({ value }) => /^\d{4}-\d\d-\d\d/.test(String(value)));
  expect(likeTimes.filter(({ value }) => !TIME.test(String(value)))).toEqual([]);
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/;

test("0 is the root folder: everything lies below it, and things can be put in it [CO-2]", async () => {
  const { as } = await startSandbox();
  const owner = as("owner");
  const fields = ["parent", "path_collection"] as const;
  const root = { type: "folder", id: "0", name: "All Files" };
  const deep = await owner.updateFile({ path: { file_id: "4001" }, query: { fields }, body: {} });
  expect(deep.path_collection.entries.map(({ id }) => id)).toEqual(["0", "3001", "3002"]);
  expect(deep.path_collection.entries[0]).toMatchObject(root);
  const moved = await owner.updateFile({ path: { file_id: "4001" }, query: { fields }, body: { parent: { id: "0" } } });
  expect(moved).toMatchObject({ parent: root, path_collection: { total_count: 1, entries: [root] } });
  const link = await owner.createWebLink({ body: { url: "https://example.com/", parent: { id: "0" } } });
  expect(link.parent).toMatchObject(root);
  const restored = await owner.restoreFolder({ path: { folder_id: "3008" }, body: { parent: { id: "0" } } });
  expect(restored).toMatchObject({ parent: root, path_collection: { entries: [root] } });
});

test("the root folder itself cannot be restored or shared [CO-2]", async () => {
  const { as, sandbox } = await startSandbox();
  const before = sandbox.snapshot();
  const refusal = await apiErrorOf(as("admin").restoreFolder({ path: { folder_id: "0" } }));
  expect(refusal).toMatchObject({ status: 404, code: "not_found" });
  const item = { type: "folder", id: "0" } as const;
  const body = { item, accessible_by: { type: "user", id: "1004" }, role: "viewer" } as const;
  expect(await apiErrorOf(as("admin").createCollaboration({ body }))).toMatchObject({ status: 404 });
  expect(sandbox.snapshot()).toEqual(before);
});
