import type { Listening, Sandbox } from "content-service-sandbox";
import { heading, line, type Say } from "./say.js";

/** Prints how to use a sandbox, and resolves when the process is told to end. */
export async function serve(sandbox: Sandbox, { url, baseUrl, authUrl }: Listening, say: Say): Promise<void> {
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
