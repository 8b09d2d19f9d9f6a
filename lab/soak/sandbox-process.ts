// The process of the sandbox and its token server. The argument is the number of callers.
import { createSandbox } from "content-service-sandbox";
import { count, type Question, type SandboxMessage, type Tally, usageMeter } from "./measures.js";
import { CLIENT, faultPlan, soakSeed, USER_ID } from "./plan.js";
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
send({ type: "ready", baseUrl, authUrl: tokens.authUrl, refreshToken });

process.on("message", (question: Question) => {
  if (question !== "finish") {
    send({ type: "sample", sample: question.sample, usage: usage(question.collect) });
    return;
  }
  const end = {
    records: sandbox.snapshot(),
    faults: sandbox.faults.list(),
    tokens: tokens.counts(),
    requests,
    failures,
  };
  send({ type: "finished", end });
});
process.on("disconnect", () => process.exit());

async function signIn(): Promise<string> {
  const response = await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user_id: USER_ID, client_id: CLIENT.clientId }),
  });
  const { access_token, refresh_token } = await response.json();
  // The callers start with a refresh.
  await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens/revoke`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: access_token }),
  });
  return refresh_token;
}

function send(message: SandboxMessage): void {
  process.send?.(message);
}
