import { paginate } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const named = (displayName: string) => ({ body: { scope: "enterprise" as const, displayName } });

describe("the list of templates", () => {
  test("comes in pages, which markers lead through to the end and back [OP-02]", async () => {
    const { as } = await startSandbox();
    for (const name of ["One", "Two", "Three"]) await as("admin").createMetadataTemplate(named(name));
    const pages = [];
    for await (const page of paginate(as("member").listEnterpriseMetadataTemplates, { query: { limit: 2 } }).pages()) {
      pages.push(page);
    }
    const keysOf = (page: { entries: { templateKey: string }[] }) => page.entries.map(({ templateKey }) => templateKey);
    expect(pages.map(keysOf)).toEqual([["contract", "approval"], ["one", "two"], ["three"]]);
    expect(pages.map(({ limit }) => limit)).toEqual([2, 2, 2]);
    expect([pages[0]?.prev_marker, pages[2]?.next_marker]).toEqual([null, null]);
    const back = await as("member").listEnterpriseMetadataTemplates({
      query: { limit: 2, marker: pages[2]?.prev_marker ?? "" },
    });
    expect(keysOf(back)).toEqual(["one", "two"]);
  });

  test("has each template once, those too that are made while somebody reads it [OP-02]", async () => {
    const { as } = await startSandbox();
    const keys: string[] = [];
    for await (const { templateKey } of paginate(as("owner").listEnterpriseMetadataTemplates, {
      query: { limit: 1 },
    })) {
      if (keys.length < 3) await as("admin").createMetadataTemplate(named(`new ${keys.length}`));
      keys.push(templateKey);
    }
    expect(keys).toEqual(["contract", "approval", "new0", "new1", "new2"]);
  });

  test("is that of the enterprise of the caller, also by As-User [CO-3] [OP-02]", async () => {
    const { as } = await startSandbox();
    const keysFor = async (client: ReturnType<typeof as>) =>
      (await client.listEnterpriseMetadataTemplates()).entries.map(
        ({ scope, templateKey }) => `${scope}.${templateKey}`,
      );
    const own = ["enterprise_7001.contract", "enterprise_7001.approval"];
    expect(await keysFor(as("partner"))).toEqual(["enterprise_7002.partnership"]);
    expect(await keysFor(as("service"))).toEqual(own);
    expect(await keysFor(as("admin").asUser("1005"))).toEqual(own);
  });

  test("lowers a limit that is too high, and refuses markers that it did not give [LM-05] [OP-02]", async () => {
    const { as } = await startSandbox();
    const list = as("admin").listEnterpriseMetadataTemplates;
    expect(await list({ query: { limit: 1001 } })).toMatchObject({ limit: 1000, next_marker: null });
    expect((await list()).limit).toBe(100);
    const held = await as("admin").listLegalHoldPolicyAssignments({ query: { policy_id: "8002", usemarker: true } });
    for (const marker of ["nonsense", held.next_marker ?? ""]) {
      expect(await apiErrorOf(list({ query: { marker } }))).toMatchObject({ status: 400, code: "bad_request" });
    }
    expect(await apiErrorOf(list({ query: { limit: 0 } }))).toMatchObject({ status: 400, code: "bad_request" });
  });
});
