import { join } from "node:path";
import { type ApiError, createClient, sharedLink } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { outputs } from "../properties/support/check.js";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, reply, scriptedFetch } from "../support/scripted-fetch.js";
import { authUrl } from "../support/token-service.js";

// Each secret holds what encodings change, around a word that none of them changes.
const accessToken = "access/s3cr3t+1==";
const refreshToken = 'refresh"s3cr3t\\2';
const clientSecret = "client&s3cr3t <3> ~'";

const linkWith = (password: string) => sharedLink({ url: "https://content.example/s/1", password });

describe("a secret in a response", () => {
  it.each([
    ["texts", `[${Array(21_000).fill('""').join(",")}]`],
    ["names", `{${Array.from({ length: 7000 }, (_, index) => `"${index}":1`).join(",")}}`],
    ["levels", "[".repeat(32_000) + "]".repeat(32_000)],
    ["escapes", JSON.stringify("%25".repeat(21_000))],
    ["backslashes", "\\".repeat(65_000)],
  ])(
    "is looked for in 64 KiB of %s without blocking the process",
    async (_, body) => {
      // A search that costs more for each text or level would take minutes.
      const auth = "eyJhbGciOiJub25lIn0.".repeat(100);
      const { client, clock } = clientWith(scriptedFetch(reply(body, 503)), { auth });
      expect(await clock.run(errorOf(client.getCurrentUser()))).toMatchObject({ status: 503, attempts: 4 });
    },
    10_000,
  );

  it.each([
    ["a success that is not JSON", "<p>s3cr3t</p>", 200, {}],
    ["a success longer than maxBodyBytes", '"s3cr3t', 200, { maxBodyBytes: 500_000 }],
    ["an error response", '"s3cr3t', 502, { retry: false as const }],
  ])("is redacted in the first 64 KiB of a body, and the rest is cut: %s", async (_, start, code, options) => {
    // The end of the first 64 KiB has a part of the secret.
    const body = `${start}${"%25".repeat(21_840 - start.length)}${"s3cr3t ".repeat(100_000)}`;
    const { client } = clientWith(scriptedFetch(reply(body, code)), options);
    const error = await errorOf(client.findSharedItem({ header: linkWith("s3cr3t") }));
    expect(error).toMatchObject({ status: code, excerpt: expect.stringContaining("[secret]") });
    if (code !== 502) return;
    const { response } = error as ApiError;
    expect(await response?.text()).toMatch(/^"\[secret\](%25){16000,}[%25]*\[cut\]$/);
  });

  it.each(["null", "404", "o", ",", "code", "found"])("breaks no response if it is as short as %j", async (short) => {
    const body = { code: "not_found", status: 404, context_info: null, message: "gone" };
    const { client } = clientWith(scriptedFetch(() => json(body, 404)));
    const error = await errorOf(client.findSharedItem({ header: linkWith(short) }));
    expect(error).toMatchObject({ status: 404, body: { status: 404, context_info: null } });
    expect(error).toHaveProperty("code", "not_found");
  });

  const sentForms = ["100%-s3cr3t", "%73%33cr3t", "s3cr3t+1", "shared_link_password=s3cr3t"];
  it.each(sentForms)("is redacted in the form in which it was sent: %s", async (password) => {
    const { client } = clientWith(scriptedFetch(reply(`<p>${password}</p>`, 404)));
    const header = { ServiceApi: `shared_link=x&shared_link_password=${password}` };
    expect(await errorOf(client.findSharedItem({ header }))).toMatchObject({ excerpt: "<p>[secret]</p>" });
  });
});

it("an object with secrets does not print them: client, auth and stores", async () => {
  const memory = memoryTokenStore({ accessToken, refreshToken });
  const file = fileTokenStore(join(temporaryFolder(), "tokens.json"));
  await file.save({ accessToken, refreshToken });
  const auth = refreshingAuth({ authUrl, clientId: "client-id", clientSecret, store: file });
  const client = createClient({ baseUrl, auth });
  expect(await auth({})).toBe(accessToken);
  const plain = createClient({ baseUrl, auth: accessToken });
  for (const value of [memory, file, auth, client, client.http, plain, plain.asUser("1004")])
    expect(outputs(value).join("\n").toLowerCase()).not.toContain("s3cr3t");
});
