// Compiled from the tarball with Node's types, as an ES module and as CommonJS, and run.
import { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { calls, holds, type IsChecked } from "./typed.js";

const { CONTENT_BASE_URL: baseUrl = "" } = process.env;

async function main(): Promise<string> {
  const store = fileTokenStore("./no-such-folder/tokens.json");
  holds<IsChecked<typeof store>>();
  const tokens = await store.load();
  if (tokens !== undefined) throw new Error(`tokens from nowhere: ${tokens.refreshToken.length} letters`);
  createClient({ baseUrl, auth: () => Promise.resolve("token-owner"), fetch: globalThis.fetch });
  return calls({ baseUrl, auth: "token-owner" });
}

main().then(console.log, (error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
