import { expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

test("an admin makes terms, which say of themselves what they were told [OP-13] [CO-1]", async () => {
  const { as } = await startSandbox();
  const terms = await as("admin").createTermsOfService({ body: { status: "enabled", text: "Be kind." } });
  expect(terms).toMatchObject({ type: "terms_of_service", status: "enabled", text: "Be kind.", tos_type: "managed" });
  expect(terms.enterprise).toEqual({ type: "enterprise", id: "7001" });
  expect(terms.created_at).toBe("2026-11-20T08:00:00+00:00");
});

test("terms may be without text only while they are disabled [BE-16]", async () => {
  const { as } = await startSandbox();
  const admin = as("co-admin");
  expect(await admin.createTermsOfService({ body: { status: "disabled", text: "" } })).toMatchObject({ text: "" });
  const refusal = await apiErrorOf(admin.createTermsOfService({ body: { status: "enabled", text: "" } }));
  expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
  expect(refusal.body).toMatchObject({ context_info: { errors: [{ name: "text" }] } });
});

test("a member may not make terms [OP-13]", async () => {
  const { as } = await startSandbox();
  const refusal = await apiErrorOf(as("member").createTermsOfService({ body: { status: "enabled", text: "Hi." } }));
  expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
});
