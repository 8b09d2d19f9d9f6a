import type { Sandbox, Seed } from "content-service-sandbox";
import { createSandbox } from "content-service-sandbox";
import type { Answer, Call, Defect, Misbehave, Sent } from "./defect.js";
import { findRoute, loadContract } from "./kit.js";
import { proofSeed, START_MS } from "./target.js";

/** A sandbox of its own behind one planted defect. */
export interface DefectServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Answers a request as plain data. */
  answer(sent: Sent): Promise<Answer>;
  /** The same as a fetch function. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  readonly sandbox: Sandbox;
}

/** Starts a fresh sandbox with a defect, or a healthy one without. */
export async function startDefectServer(
  defect: Pick<Defect, "plant"> | undefined,
  { seed = proofSeed(), nowMs = START_MS }: { readonly seed?: Seed; readonly nowMs?: number } = {},
): Promise<DefectServer> {
  const sandbox = await createSandbox({ seed, now: () => nowMs });
  const misbehave: Misbehave = defect?.plant() ?? ((call) => call.healthy());
  const answer = (sent: Sent) => misbehave(callOf(sandbox, sent));
  return {
    baseUrl: sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    sandbox,
    answer,
    async fetch(url, init) {
      const sent = await plain(new Request(url, init));
      return responseOf(sent.method, await answer(sent));
    },
  };
}

function callOf(sandbox: Sandbox, sent: Sent): Call {
  const contract = loadContract();
  const route = findRoute(contract, sent.method, sent.url, sandbox);
  return {
    sent,
    route,
    operation: route.kind === "operation" ? route.operation : undefined,
    contract,
    async healthy(changed = {}) {
      const { method, url, headers, body } = { ...sent, ...changed };
      const response = await sandbox.fetch(url, { method, headers, body: body ?? null });
      const text = await response.text();
      const answered = Object.fromEntries(response.headers);
      return { status: response.status, headers: answered, body: text === "" ? undefined : text };
    },
    remember: () => JSON.stringify(sandbox.snapshot()),
    // What a sandbox gave as its world is a seed.
    restore: (memory) => sandbox.restore(JSON.parse(memory) as Seed),
  };
}

async function plain(request: Request): Promise<Sent> {
  const text = request.body === null ? undefined : await request.text();
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body: text };
}

/** A response that can also be wrong where `Response` would not let it be: with a body where none may be. */
function responseOf(method: string, { status, headers, body }: Answer): Response {
  const without = status === 204 || status === 304 || method === "HEAD";
  if (!without || body === undefined) return new Response(body ?? null, { status, headers: { ...headers } });
  const response = new Response(body, { status: 200, headers: { ...headers } });
  return Object.defineProperty(response, "status", { value: status });
}
