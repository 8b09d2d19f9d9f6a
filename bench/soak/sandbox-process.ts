// A process that holds the sandbox and its token address. The first argument says how many callers there will be.
import { createSandbox } from "content-service-sandbox";
import { faultPlan } from "./fault-plan.js";
import type { Question, SandboxSaid } from "./messages.js";
import { count, type Tally, usageMeter } from "./second.js";
import { CLIENT, soakSeed, USER_ID } from "./soak-seed.js";
import { startTokenServer } from "./token-server.js";

const usage = usageMeter();
const requests: Tally = {};
const failures: string[] = [];
const sandbox = await createSandbox({
  seed: soakSeed(Number(process.argv[2])),
  onRequest({ operation, failure }) {
    if (operation !== undefined) count(requests, operation);
    if (failure !== undefined) failures.push(`${operation}: ${failure}`);
  },
});
const { baseUrl } = await sandbox.listen();
const tokens = await startTokenServer(sandbox);
const refreshToken = await signIn();
for (const fault of faultPlan()) sandbox.faults.add(fault);
say({ type: "ready", baseUrl, authUrl: tokens.authUrl, refreshToken });

process.on("message", (question: Question) => {
  if (question !== "finish") {
    say({ type: "sample", sample: question.sample, usage: usage(question.collect) });
    return;
  }
  const end = { world: sandbox.snapshot(), faults: sandbox.faults.list(), tokens: tokens.counts(), requests, failures };
  say({ type: "finished", end });
});
process.on("disconnect", () => process.exit());

async function signIn(): Promise<string> {
  const answer = await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user_id: USER_ID, client_id: CLIENT.clientId }),
  });
  const { access_token, refresh_token } = await answer.json();
  // Callers begin with a refresh.
  await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens/revoke`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: access_token }),
  });
  return refresh_token;
}

function say(message: SandboxSaid): void {
  process.send?.(message);
}
