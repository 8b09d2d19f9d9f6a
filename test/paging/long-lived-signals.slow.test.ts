import { createClient, paginate } from "content-service-client";
import { expect, it } from "vitest";
import { collectGarbage } from "../support/collect-garbage.js";

it("loops with prefetch leave nothing in memory on a signal that outlives them", async () => {
  let sent = 0;
  const client = createClient({
    baseUrl: "https://api.content.example/2.0",
    auth: "access-token",
    fetch: async () => {
      sent += 1;
      return Response.json({ entries: [{ id: String(sent) }], limit: 1, next_marker: `m${sent}` });
    },
  });
  const { signal } = new AbortController();
  const loops = async (count: number) => {
    for (let loop = 0; loop < count; loop += 1) {
      for await (const _ of paginate(client.listFileVersionRetentions, { prefetch: 1, signal })) break;
    }
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  await loops(1000);
  const before = await loops(1000);
  const after = await loops(5000);
  // It was 4.4 kB a loop.
  expect((after - before) / 5000).toBeLessThan(1000);
}, 120_000);
