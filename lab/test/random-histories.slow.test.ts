import { findRoute, loadContract } from "content-service-contract";
import { createSandbox, type Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { startDefectServer } from "../proof/defects/defect-server.js";
import { randomCalls } from "../proof/mutants/random-calls.js";

const HISTORIES = Number(process.env["HISTORIES"] ?? 40);

test("the sandbox reads back what it writes after any history of calls", async () => {
  const contract = loadContract();
  const succeeded = new Set<string>();
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const server = await startDefectServer(undefined);
    await randomCalls(server, contract, seed, 120, async (sent) => {
      const { status, body } = await server.respond(sent);
      const route = findRoute(contract, sent.method, sent.url, server);
      if (status < 300 && route.kind === "operation") succeeded.add(route.operation.id);
      return body ?? "";
    });
    const written = JSON.stringify(server.sandbox.snapshot());
    const other = await createSandbox({ seed: JSON.parse(written) as Seed, now: () => 0 });
    expect(JSON.stringify(other.snapshot()), `history ${seed}`).toBe(written);
  }
  expect([...succeeded].toSorted()).toEqual(contract.operations.map(({ id }) => id).toSorted());
});
