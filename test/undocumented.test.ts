import { undocumented } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

const fetch = scriptedFetch(() => json({ type: "file", id: "4001", name: "lease.pdf", disposition_at: null }, 200));
const { client } = clientWith(fetch);
const last = () => {
  const sent = fetch.sent.at(-1);
  return { query: new URL(sent?.url ?? "").search, body: JSON.parse(sent?.body || "null") };
};

describe("undocumented", () => {
  it("sends properties that the contract does not have, beside checked ones [CO-7]", async () => {
    const item = { type: "file", id: "4001" } as const;
    const accessible_by = { type: "user", id: "1004", ...undocumented({ kind: "guest" }) } as const;
    await client.createCollaboration({
      body: { item, accessible_by, role: "editor", ...undocumented({ is_access_only: true }) },
    });
    const expected = { item, accessible_by: { type: "user", id: "1004", kind: "guest" }, role: "editor" };
    expect(last().body).toEqual({ ...expected, is_access_only: true });
    // @ts-expect-error: no such role
    await client.createCollaboration({ body: { item, accessible_by, role: "edit", ...undocumented({ a: 1 }) } });
    // @ts-expect-error: no role
    await client.createCollaboration({ body: { item, accessible_by, ...undocumented({ a: 1 }) } });
    // @ts-expect-error: misspelt
    await client.createCollaboration({ body: { item, accessible_by, rol: "editor", ...undocumented({ a: 1 }) } });
  });

  it("sends a value that the contract does not list [CO-7]", async () => {
    const assign_to = { type: undocumented("ownership"), id: "1001" };
    await client.assignLegalHoldPolicy({ body: { policy_id: "8001", assign_to } });
    expect(last().body).toEqual({ policy_id: "8001", assign_to: { type: "ownership", id: "1001" } });
  });

  it("sends query parameters, also where the contract has none [CO-7]", async () => {
    const path = { file_id: "4001", scope: "enterprise", template_key: "contract" };
    await client.getFileMetadata({ path, ...undocumented({ query: { view: "hydrated" } }) });
    expect(last().query).toBe("?view=hydrated");
    await client.deleteUser({ path: { user_id: "1004" }, query: { force: true, ...undocumented({ dry: true }) } });
    expect(last().query).toBe("?force=true&dry=true");
  });

  it("asks for attributes that the contract does not have, beside typed ones [CO-7]", async () => {
    const fields = ["tags", undocumented("disposition_at")] as const;
    const file = await client.updateFile({ path: { file_id: "4001" }, query: { fields }, body: {} });
    expect(last().query).toBe("?fields=tags,disposition_at");
    expectTypeOf(file.tags).toEqualTypeOf<string[]>();
    // @ts-expect-error: the contract does not have it
    expect(file.disposition_at).toBeNull();
    expect("disposition_at" in file && file.disposition_at).toBeNull();
  });
});
