import { createContract, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]);

/** A contract with one operation. */
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
  const found = valid.map(({ outcome, reason, findings }) => reason ?? findings[0]?.message ?? outcome);
  return { found, sent };
}

test.each<[documented: string, received: string, body: BodyInit, found: string]>([
  ["image/png", "image/png", PNG, "passed"],
  ["application/octet-stream", "application/octet-stream", PNG, "passed"],
  ["application/xml", "application/xml; charset=utf-8", "<a/>", "passed"],
  ["image/png", "image/gif", PNG, "Expected a response body of type image/png; received image/gif"],
  [
    "text/plain",
    "text/plain; charset=utf-8",
    PNG,
    "The response body contradicts its charset: its bytes are not valid utf-8",
  ],
  ["application/json", "application/json", PNG, "The response body is not JSON"],
])("checks a response of type %s that has the type %s", async (documented, received, body, expected) => {
  const contract = contractOf("get", { responses: { 200: { description: "", content: { [documented]: {} } } } });
  const { found } = await runOn(contract, () => new Response(body, { headers: { "content-type": received } }));
  expect(found).toEqual([expect.stringContaining(expected)]);
});
