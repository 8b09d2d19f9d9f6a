// npm start: calls every operation with the client, on a sandbox in this process.
import { parseArgs } from "node:util";
import { loadContract } from "content-service-contract";
import { createSandbox, type Listening, type Sandbox } from "content-service-sandbox";
import { tour } from "./run-tour.js";
import { heading, line, paragraph, type Say, say } from "./tour/print.js";

const USAGE = `Usage: npm start [-- options]

  --serve   keep the sandbox running after the tour
  --help    this text`;

const introduction = ({ baseUrl }: Listening) =>
  `The service is a stateful sandbox in this process, at ${baseUrl}. Every response is checked against the contract. Each ` +
  "result is followed by the call that produced it, which names its user: the admin, the owner of most files, a " +
  "reviewer, a new member, or an external partner.";

const NEXT_STEPS = [
  ["Write a first program", "docs/guides/start.md"],
  ["Read the docs", "npm run docs:serve: guides, and a form to try each operation"],
  ["Start a sandbox", "npm run sandbox"],
  ["Look into the sandbox", "http://127.0.0.1:4010/_sandbox/ui: requests, records and faults"],
] as const;

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
    say(paragraph(introduction(server), 0));
    const called = await tour({ sandbox, server, say });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    say();
    say(line("done", `${called} of ${loadContract().operations.length} operations, 0 failed, in ${seconds} s`));
    say(`\n${heading("Next steps")}\n`);
    for (const [name, text] of NEXT_STEPS) say(line(name, text));
    if (staysUp) {
      sandbox.reset();
      await serve(sandbox, server, say);
    }
  } finally {
    await sandbox.close();
  }
}

/** Prints how to use the sandbox, and waits for SIGINT or SIGTERM. */
async function serve(sandbox: Sandbox, { url, baseUrl, authUrl }: Listening, say: Say): Promise<void> {
  // Not `once`: a terminal and npm may both send the signal, and the second one must not kill the process.
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  say(`\n${heading("The sandbox is running")}`);
  say(`${paragraph("The sandbox is reset. Use any of these access tokens. Ctrl-C stops it.")}\n`);
  say(line("base URL", baseUrl));
  say(line("authorization URL", authUrl));
  say(line("inspector", `${url}/_sandbox/ui`));
  say(line("control API", `${url}/_sandbox/openapi.json`));
  for (const { token, name, role } of tokensOf(sandbox))
    say(line(token, role === "member" ? name : `${name} (${role})`));
  say(line("try", `curl -H 'Authorization: Bearer token-owner' ${baseUrl}/users/me`));
  await interrupted;
}

/** The valid access tokens and their users. */
function tokensOf(sandbox: Sandbox) {
  const { users = [], access_tokens = [] } = sandbox.snapshot();
  return access_tokens.flatMap(({ token, user_id, expires_at = "" }) => {
    const user = users.find(({ id }) => id === user_id);
    const works = user !== undefined && !(Date.parse(expires_at) <= sandbox.clock.now());
    return works ? [{ token, name: user.name, role: user.role ?? "member" }] : [];
  });
}
