import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createClient } from "content-service-client";
import { expect, test } from "vitest";
import { freePort } from "../../support/loopback.js";

const COMMAND = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
const CONTRACT = fileURLToPath(new URL("../../generated/openapi.json", import.meta.url));

test("the client works against the prism command as people start it [OP-24]", { timeout: 60_000 }, async () => {
  const port = await freePort();
  const prism = spawn(process.execPath, [
    COMMAND,
    "mock",
    CONTRACT,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--errors",
  ]);
  try {
    await listening(prism);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: "mock-token" });
    const user = await client.getCurrentUser();
    expect(user).toMatchObject({ type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" });
  } finally {
    prism.kill();
    await ended(prism);
  }
});

/** Resolves once the command says that it listens, and rejects when it ends before that. */
async function listening({ stdout, stderr }: ChildProcess): Promise<void> {
  let output = "";
  stderr?.on("data", (chunk) => {
    output += chunk;
  });
  for await (const chunk of stdout ?? []) {
    output += chunk;
    if (output.includes("Prism is listening")) {
      // Left unread, a full pipe would stop the command.
      stdout?.resume();
      return;
    }
  }
  throw new Error(`prism ended before it listened: ${output}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
