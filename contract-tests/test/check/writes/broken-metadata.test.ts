import { expect, test } from "vitest";
import { changedJson, jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const does = ({ method, path }: Sent, wanted: string) => method === wanted && path.includes("/metadata/");

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "metadata is returned but not stored",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => (does(sent, "POST") ? jsonResponse(201, { ...system, ...sent.json }) : sent.forward()),
  ],
  [
    "another value is stored than was sent",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      if (!does(sent, "POST")) return sent.forward();
      return changedJson(await sent.forward({ body: { ...sent.json, status: "another" } }), (body) => ({
        ...body,
        ...sent.json,
      }));
    },
  ],
  [
    "the response shows another value than was sent",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      return does(sent, "POST") ? changedJson(response, (body) => ({ ...body, status: "another" })) : response;
    },
  ],
  [
    "deleted metadata still exists",
    "deleteFileMetadata/deletes",
    "state-kept",
    async (sent) => (does(sent, "DELETE") ? new Response(null, { status: 204 }) : sent.forward()),
  ],
  [
    "metadata can be created twice on a file",
    "createFileMetadata/applied",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      return response.status === 409 ? jsonResponse(201, { ...system, ...sent.json }) : response;
    },
  ],
  [
    "metadata cannot be created on a file",
    "createFileMetadata/keeps",
    "call-succeeds",
    async (sent) => (does(sent, "POST") ? error(404, "not_found") : sent.forward()),
  ],
  [
    "metadata cannot be deleted",
    "deleteFileMetadata/deletes",
    "call-succeeds",
    async (sent) => (does(sent, "DELETE") ? error(404, "not_found") : sent.forward()),
  ],
  [
    "missing metadata gets a 403 response",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      return does(sent, "GET") && response.status === 404 ? error(403, "forbidden") : response;
    },
  ],
];

const system = {
  $type: "properties",
  $parent: "file_10001",
  $id: "1",
  $version: 0,
  $typeVersion: 0,
  $template: "properties",
  $scope: "global",
};

test.each(defects)("finds that %s", async (_, check, rule, misbehave) => {
  const { rules } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
});

test("reports metadata that it could not remove", async () => {
  const { leftBehind } = await runOnBroken(["createFileMetadata/applied"], async (sent) =>
    does(sent, "DELETE") ? error(403, "forbidden") : sent.forward(),
  );
  expect(leftBehind).toEqual(["File 10001 has custom metadata that could not be removed."]);
});

function error(status: number, code: string): Response {
  return jsonResponse(status, { code, message: "No.", request_id: "r1" });
}
