// Runs the program of the landing page with the client, against the sandbox of the page.
import { createClient } from "content-service-client";
import { element } from "./page.js";
import { findSandbox } from "./sandbox-in-page.js";

const output = document.querySelector(".run output");
document.querySelector(".run button")?.addEventListener("click", run);
void run();

async function run(): Promise<void> {
  const sandbox = findSandbox();
  if (sandbox === undefined) return output?.replaceChildren("A page that was opened from a folder cannot run it.");
  output?.replaceChildren("Running…");
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    auth: "token-owner",
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
  });
  const startedMs = performance.now();
  try {
    const me = await client.getCurrentUser();
    const ms = Math.round(performance.now() - startedMs);
    output?.replaceChildren("Printed ", element("code", {}, `${me.name} <${me.login}>`), ` in ${ms} ms.`);
  } catch (error) {
    output?.replaceChildren(String(error));
  }
}
