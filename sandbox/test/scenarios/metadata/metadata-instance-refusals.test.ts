import type { Client } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const FILE = "4002";
const on = (file_id: string, scope = "enterprise_7001", template_key = "contract") => ({
  path: { file_id, scope, template_key },
});

describe("a call about an instance is refused", () => {
  const calls: readonly ((client: Client, place: ReturnType<typeof on>) => PromiseLike<unknown>)[] = [
    (client, place) => client.createFileMetadata({ ...place, body: {} }),
    (client, place) => client.getFileMetadata(place),
    (client, place) => client.deleteFileMetadata(place),
  ];

  test("in the same words for a file that is hidden, missing, in the trash or no file [ER-10] [ER-16]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    for (const call of calls) {
      const answers = new Set<string>();
      for (const [person, id] of [
        ["owner", "4004"],
        ["owner", "4999"],
        ["owner", "4003"],
        ["owner", "3002"],
        ["partner", "4001"],
      ] as const) {
        const refusal = await apiErrorOf(call(as(person), on(id)));
        expect(refusal).toMatchObject({ status: 404, code: "not_found" });
        answers.add(JSON.stringify({ ...refusal.body, request_id: "" }));
      }
      expect(answers.size).toBe(1);
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test.each([
    ["enterprise_7001", "parcel"],
    ["enterprise", "properties"],
    ["global", "contract"],
    ["enterprise_7777", "contract"],
  ])("when there is no template %s.%s [ER-11] [ER-14] [ER-16]", async (scope, key) => {
    const { as } = await startSandbox();
    const owner = as("owner");
    const create = owner.createFileMetadata({ ...on(FILE, scope, key), body: {} });
    expect(await apiErrorOf(create)).toMatchObject({ status: 404, code: "instance_tuple_not_found" });
    for (const call of [owner.getFileMetadata, owner.deleteFileMetadata]) {
      expect(await apiErrorOf(call(on(FILE, scope, key)))).toMatchObject({ status: 404, code: "instance_not_found" });
    }
  });

  test.each([
    ["company", "contract"],
    ["enterprise_", "contract"],
    ["enterprise_7001x", "contract"],
    ["Global", "properties"],
    ["global", "k".repeat(65)],
  ])("when scope or key cannot be: %s and %s [ER-13] [ER-15]", async (scope, key) => {
    const { as } = await startSandbox();
    for (const call of calls) {
      const refusal = await apiErrorOf(call(as("owner"), on("4001", scope, key)));
      expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
      expect(Object.keys(refusal.body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
    }
  });

  test.each(["PUT", "PATCH", "HEAD"])(
    "with 405 and the methods that there are, when it is a %s [ER-17]",
    async (method) => {
      const { fetch, server } = await startSandbox();
      const url = `${server.baseUrl}/files/4001/metadata/global/properties`;
      const answer = await fetch(url, { method, headers: { authorization: "Bearer token-owner" } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "POST"]);
      if (method === "HEAD") return;
      expect(await answer.json()).toEqual({
        code: "method_not_allowed",
        message: expect.any(String),
        request_id: expect.any(String),
      });
    },
  );

  test("with 405 when the id of the file is no number [ER-17]", async () => {
    const { as } = await startSandbox();
    for (const call of calls) {
      for (const id of ["abc", "4001x", "-1"]) {
        const refusal = await apiErrorOf(call(as("owner"), on(id)));
        expect(refusal).toMatchObject({ status: 405, code: "method_not_allowed" });
        expect(refusal.response?.headers.get("allow")).toBeTruthy();
      }
    }
  });
});
