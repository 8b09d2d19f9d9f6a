import { loadContract } from "content-service-contract";
import { createRedaction } from "content-service-contract/redaction";
import { expect, test } from "vitest";
import { runAllOn } from "../support/defects.js";

const target = {
  baseUrl: "https://api.content.example/2.0",
  token: "the-token",
  parameters: { ServiceApi: "shared_link=https%3A%2F%2Fa.example%2Fs%2F1&shared_link_password=p%26ssword" },
  refresh: { clientId: "the-client", clientSecret: "the-secret", refreshToken: "the-refresh" },
};
const { exchange: redact, text } = createRedaction(loadContract(), target);

test("replaces the target's own secrets everywhere", () => {
  expect(text("the-token, the-secret, the-refresh, p&ssword, p%26ssword, the-client")).toBe(
    "[redacted], [redacted], [redacted], [redacted], [redacted], the-client",
  );
  const received = { status: 200, headers: { "x-echo": "got the-token" }, body: '{"link":"p&ssword"}' };
  const { response } = redact({ request: { method: "GET", path: "/users/me" }, response: received });
  expect(JSON.stringify(response)).not.toMatch(/the-token|p&ssword/);
});

test("leaves words that contain a short text, which is no secret", () => {
  const { text: clean } = createRedaction(loadContract(), { token: "x", secrets: ["x", "the-other"] });
  expect(clean("an exact text, the-other")).toBe("an exact text, [redacted]");
});

test("replaces what an exchange of the run has shown, in later ones and in texts", () => {
  const run = createRedaction(loadContract(), target);
  run.learn({
    request: { method: "POST", path: "/oauth2/token", body: "grant_type=refresh_token&refresh_token=refresh-1" },
    response: { status: 200, body: '{ "access_token": "access/2+", "token_type": "bearer", "scope": "everything" }' },
  });
  const spellings = ["access/2+", "access%2F2%2B", String.raw`access\/2+`, "refresh-1"];
  const response = { status: 200, body: JSON.stringify(spellings) };
  const { response: shown } = run.exchange({ request: { method: "GET", path: "/" }, response });
  expect(JSON.parse(shown.body ?? "")).toEqual(spellings.map(() => "[redacted]"));
  expect(run.text(`${btoa("x:access/2+")} everything, ${spellings}`)).toBe(
    "[redacted] everything, [redacted],[redacted],[redacted],[redacted]",
  );
});

test("keeps a name of the contract, also where a request has it as a secret", () => {
  const run = createRedaction(loadContract());
  const body = "client_secret=client_id&refresh_token=refresh-1";
  run.learn({ request: { method: "POST", path: "/oauth2/token", body }, response: { status: 401 } });
  expect(run.text("client_id, refresh-1")).toBe("client_id, [redacted]");
});

test("the findings of a run have no secrets", async () => {
  const report = await runAllOn(async ({ headers }) => Response.json(headers, { status: 418 }), {
    operations: ["findSharedItem"],
  });
  const kept = JSON.stringify(report);
  expect(report.checks.some(({ findings }) => findings.length > 0)).toBe(true);
  expect([kept.includes("token-admin"), kept.includes("correct-horse")]).toEqual([false, false]);
});
