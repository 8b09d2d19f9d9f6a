import { expect, test } from "vitest";
import { exchangesOfHar, harOf } from "../../src/har/index.js";
import { runChecks } from "../../src/index.js";
import { createRooms, rooms } from "../support/rooms.js";

test("the calls of a run are a recording without secrets, each with the check that made it", async () => {
  const target = { baseUrl: "https://rooms.example", token: "admin", fetch: createRooms() };
  const options = { contract: rooms, operations: ["createRoom"], effects: "lasting" } as const;
  const { trace = [], exchanges } = await runChecks(target, { ...options, trace: true });
  const har = harOf(trace);
  const read = exchangesOfHar(JSON.parse(JSON.stringify(har)));
  expect(read.exchanges).toHaveLength(exchanges);
  const created = trace.findIndex(({ exchange }) => exchange.response.status === 201);
  const { request, response } = trace[created]?.exchange ?? {};
  expect(read.exchanges[created]).toMatchObject({
    request: { method: "POST", url: request?.url, body: request?.body },
    response: { status: 201, body: response?.body },
  });
  expect(har).toMatchObject({
    log: { entries: expect.arrayContaining([expect.objectContaining({ comment: trace[created]?.check })]) },
  });
  expect(trace[created]?.check).toMatch(/^createRoom\//);
  expect(JSON.stringify(har)).not.toContain("Bearer admin");
  expect(await runChecks(target, options)).not.toHaveProperty("trace");
});
