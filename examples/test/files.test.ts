import { createClient } from "content-service-client";
import { createSandbox } from "content-service-sandbox";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../../support/repository.js";
import { operations } from "../generated/operations.js";

const overlay = parse(read("examples/files.overlay.yaml"));

it("adds each operation of the overlay to the client", () => {
  const declared = [...JSON.stringify(overlay).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter((id) => !Object.hasOwn(operations, id ?? ""))).toEqual([]);
});

it("has the operations of the overlay in the sandbox, which has no handlers for them", async () => {
  const sandbox = await createSandbox({ overlays: [overlay] });
  const { baseUrl, fetch } = sandbox;
  const client = createClient({ baseUrl, fetch, auth: "token-owner", operations });
  await expect(client.getFile({ path: { file_id: "4001" } })).rejects.toMatchObject({
    operation: "getFile",
    status: 501,
    code: "not_modeled",
  });
});
