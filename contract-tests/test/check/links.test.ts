import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documents } from "../../../contract/test/support/other-documents.js";
import { runChecks } from "../../src/check/run-checks.js";

test.each([
  ["a service that keeps its promises", false, []],
  [
    "a deletion that deletes nothing",
    true,
    ["POST /pets: Expected a 4xx response for GET /pets/{pet_id} of a deleted record; received 200"],
  ],
])("follows the links from a creation to the deletion: %s", async (_, keeps, expected) => {
  const pets = new Map<string, object>();
  const respond = (url: string, { method, body }: RequestInit): Response => {
    const id = new URL(url).pathname.split("/")[2] ?? "";
    if (method === "POST") {
      pets.set("7", { ...JSON.parse(String(body)), id: 7 });
      return Response.json(pets.get("7"), { status: 201 });
    }
    if (method === "DELETE" && !keeps) pets.delete(id);
    if (method === "DELETE") return new Response(null, { status: 204 });
    return pets.has(id) ? Response.json(pets.get(id)) : Response.json({}, { status: 404 });
  };
  const target = {
    baseUrl: "http://127.0.0.1:9",
    token: "t",
    fetch: async (url: string, init: RequestInit) => respond(url, init),
  };
  const report = await runChecks(target, { contract: createContract(parse(documents.pets)), effects: "undone" });
  const links = report.checks.find(({ id }) => id === "POST /pets/links");
  expect(links?.findings.map(({ message }) => `${links.operation}: ${message}`)).toEqual(expected);
  expect([links?.outcome, report.leftBehind]).toEqual([keeps ? "failed" : "passed", []]);
});
