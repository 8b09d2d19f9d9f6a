// npm start: a tour of every operation through the client, on a sandbox of the service in this process.
import { parseArgs } from "node:util";
import { loadContract } from "content-service-contract-tests";
import { createSandbox, type Listening, type Sandbox } from "content-service-sandbox";
import { heading, line, type Say, say } from "./tour/stage.js";
import { tour } from "./tour/tour.js";

const USAGE = `Usage: npm start [-- options]

  --serve   keep the sandbox running after the tour
  --help    this text`;

try {
  const { values } = parseArgs({ options: { serve: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) console.log(USAGE);
  else await run(values.serve ?? false);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = isUsage ? 2 : 1;
}

async function run(staysUp: boolean): Promise<void> {
  const startMs = performance.now();
  const sandbox = await createSandbox();
  try {
    const server = await sandbox.listen();
    say(heading("A tour of the content service client"));
    say(`A sandbox in this process plays the service, at ${server.baseUrl}. It remembers what is done to it.`);
    say(
      "Every answer is held against the contract. Below each result stands the call that brought it, and who made it:",
    );
    say("the admin, the owner of most files, a reviewer, a new member, or a partner from outside.");
    const called = await tour({ sandbox, server, say });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    say();
    say(line("done", `${called} of ${loadContract().operations.length} operations, 0 failed, in ${seconds} s`));
    if (staysUp) {
      sandbox.reset();
      await serve(sandbox, server, say);
    }
  } finally {
    await sandbox.close();
  }
}

/** Prints how to use a sandbox, and resolves when the process is told to end. */
async function serve(sandbox: Sandbox, { url, baseUrl, authUrl }: Listening, say: Say): Promise<void> {
  // Not `once`: a terminal and what starts the process may both send the signal, and the second must not end it at once.
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  say(`\n${heading("The sandbox is yours")}`);
  say("  Its world is as it was before the tour. Sign in with any of these tokens. Ctrl-C ends it.\n");
  say(line("base address", baseUrl));
  say(line("token address", authUrl));
  say(line("control", `${url}/_sandbox/openapi.json`));
  for (const { token, name, role } of tokensOf(sandbox))
    say(line(token, role === "member" ? name : `${name} (${role})`));
  say(line("try", `curl -H 'Authorization: Bearer token-owner' ${baseUrl}/users/me`));
  await interrupted;
}

/** The access tokens that work now, each with whom it signs in. */
function tokensOf(sandbox: Sandbox) {
  const { users = [], access_tokens = [] } = sandbox.snapshot();
  return access_tokens.flatMap(({ token, user_id, expires_at = "" }) => {
    const user = users.find(({ id }) => id === user_id);
    const works = user !== undefined && !(Date.parse(expires_at) <= sandbox.clock.now());
    return works ? [{ token, name: user.name, role: user.role ?? "member" }] : [];
  });
}
