import { createClient, isApiError, memoryTokenStore, paginate, refreshingAuth } from "content-service-client";
import type { TargetAddress } from "../../contract-tests/suites/targets.js";
import { prefer } from "./prefer.js";
import { aside, heading, line, say } from "./say.js";

/** Shows what the client adds to the operations: paging, a refresh, a typed error. */
export async function extras(target: TargetAddress): Promise<void> {
  say(`\n${heading("What the client does for you")}`);
  await paging(target);
  await refresh(target);
  await typedError(target);
}

async function paging({ baseUrl, token }: TargetAddress): Promise<void> {
  // The mock keeps no state, so it is told which page of the contract's examples comes next.
  const fetch = (url: string, init: RequestInit) =>
    globalThis.fetch(
      url,
      prefer(init, url.includes("marker=") && !url.endsWith("usemarker=true") ? "last_page" : "marker_page"),
    );
  const client = createClient({ baseUrl, auth: token, fetch });
  const ids: string[] = [];
  for await (const retention of paginate(client.listFileVersionRetentions, { query: { policy_id: "8501" } })) {
    ids.push(retention.id);
  }
  say(line("paging", `retentions ${ids.join(", ")}, from as many pages as there were`));
  say(aside("for await (const retention of paginate(client.listFileVersionRetentions, { query: { policy_id } })) …"));
}

async function refresh({ baseUrl, authUrl }: TargetAddress): Promise<void> {
  const steps: string[] = [];
  const store = memoryTokenStore({ accessToken: "expired", refreshToken: "first", expiresAtMs: Date.now() - 1 });
  const client = createClient({
    baseUrl,
    auth: refreshingAuth({ authUrl, clientId: "tour", clientSecret: "secret", store }),
    onEvent: (event) => {
      steps.push(event.type === "refresh" ? `refresh ${event.outcome}` : event.type);
    },
  });
  await client.getCurrentUser();
  say(line("refresh", steps.join(", ")));
  say(aside("createClient({ baseUrl, auth: refreshingAuth({ authUrl, clientId, clientSecret, store }) })"));
}

async function typedError({ baseUrl, token }: TargetAddress): Promise<void> {
  const fetch = (url: string, init: RequestInit) => globalThis.fetch(url, prefer(init, "precondition_failed", 412));
  const client = createClient({ baseUrl, auth: token, fetch });
  const error: unknown = await client
    .updateFile({ path: { file_id: "4001" }, header: { "If-Match": "2" }, body: { name: "lease-2.pdf" } })
    .catch((reason: unknown) => reason);
  if (!isApiError(error, "precondition_failed")) throw error;
  say(line("typed errors", error.message));
  say(aside('if (isApiError(error, "precondition_failed")) … // status, code, requestId, body, retryAfterMs'));
}
