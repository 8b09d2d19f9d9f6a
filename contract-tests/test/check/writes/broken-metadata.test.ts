import { expect, test } from "vitest";
import { changedJson, jsonAnswer, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const does = ({ method, path }: Sent, wanted: string) => method === wanted && path.includes("/metadata/");

const flaws: [flaw: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "metadata is answered and not kept",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => (does(sent, "POST") ? jsonAnswer(201, { ...system, ...sent.json }) : sent.answer()),
  ],
  [
    "another value is kept than was sent",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      if (!does(sent, "POST")) return sent.answer();
      return changedJson(await sent.answer({ body: { ...sent.json, status: "another" } }), (body) => ({
        ...body,
        ...sent.json,
      }));
    },
  ],
  [
    "the answer shows another value than was sent",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      return does(sent, "POST") ? changedJson(answer, (body) => ({ ...body, status: "another" })) : answer;
    },
  ],
  [
    "deleted metadata is still there",
    "deleteFileMetadata/deletes",
    "state-kept",
    async (sent) => (does(sent, "DELETE") ? new Response(null, { status: 204 }) : sent.answer()),
  ],
  [
    "metadata can be put on a file twice",
    "createFileMetadata/applied",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      return answer.status === 409 ? jsonAnswer(201, { ...system, ...sent.json }) : answer;
    },
  ],
  [
    "a template that does not exist is taken",
    "createFileMetadata/unknown",
    "wrong-request-rejected",
    async (sent) => {
      const answer = await sent.answer();
      return does(sent, "POST") && answer.status === 404 ? jsonAnswer(201, { ...system, ...sent.json }) : answer;
    },
  ],
  [
    "metadata cannot be put on a file",
    "createFileMetadata/keeps",
    "call-succeeds",
    async (sent) => (does(sent, "POST") ? error(404, "not_found") : sent.answer()),
  ],
  [
    "metadata cannot be deleted",
    "deleteFileMetadata/deletes",
    "call-succeeds",
    async (sent) => (does(sent, "DELETE") ? error(404, "not_found") : sent.answer()),
  ],
  [
    "metadata that is not there is forbidden",
    "createFileMetadata/keeps",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      return does(sent, "GET") && answer.status === 404 ? error(403, "forbidden") : answer;
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

test.each(flaws)("finds that %s", async (_, check, rule, misbehave) => {
  const { rules } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
});

test("tells of metadata that it could not remove", async () => {
  const { leftBehind } = await runOnBroken(["createFileMetadata/applied"], async (sent) =>
    does(sent, "DELETE") ? error(403, "forbidden") : sent.answer(),
  );
  expect(leftBehind).toEqual(["File 10001 has custom metadata that could not be removed."]);
});

function error(status: number, code: string): Response {
  return jsonAnswer(status, { code, message: "No.", request_id: "r1" });
}
