import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type CallInput, findRoute, inputRequest, loadContract } from "content-service-contract";
import type { CheckReport, CheckTarget, RunOptions } from "content-service-contract-tests";
import { runChecks, sandboxTarget } from "content-service-contract-tests";
import { createSandbox, defaultSeed, type Sandbox, type Seed, workingCall } from "content-service-sandbox";
import { type LocalServer, startOnLoopback } from "../../../support/local-server.js";
import type { Call, Defect, FaultyService, PlainRequest, PlainResponse } from "./defect.js";

/** The start time of each sandbox: before all dates in the contract's examples. */
export const START_MS = Date.UTC(2026, 2, 10, 8);

/** The target of the kit: tokens, ids and a workspace. */
export const known: Omit<CheckTarget, "baseUrl"> = sandboxTarget();

export const TOKEN = known.token;

const contract = loadContract();

/** The default seed with more file versions and templates: one or two entries are too few to test pagination. */
export function proofSeed(): Seed {
  const seed = defaultSeed();
  const files = (seed.files ?? []).map((file, index) => {
    if (file.parent_id !== "3007" || index % 25 !== 0) return file;
    const older = [1, 2].map((age) => ({ id: `old-${file.id}-${age}`, size: 500 + age }));
    return { ...file, versions: [...older, ...(file.versions ?? [])] };
  });
  const more = [1, 2, 3].map((number) => ({
    id: `template-${number}`,
    scope: "enterprise_7001",
    templateKey: `extra_${number}`,
    displayName: `Extra ${number}`,
  }));
  return { ...seed, files, metadata_templates: [...(seed.metadata_templates ?? []), ...more] };
}

export interface DefectServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  respond(sent: PlainRequest): Promise<PlainResponse>;
  fetch(url: string, init: RequestInit): Promise<Response>;
  readonly sandbox: Sandbox;
}

/** Starts a fresh sandbox, healthy unless a defect is given. */
export async function startDefectServer(
  defect: Pick<Defect, "plant"> | undefined,
  { seed = proofSeed(), nowMs = START_MS }: { readonly seed?: Seed; readonly nowMs?: number } = {},
): Promise<DefectServer> {
  const sandbox = await createSandbox({ seed, now: () => nowMs });
  const handle: FaultyService = defect?.plant() ?? ((call) => call.healthy());
  const respond = (sent: PlainRequest) => handle(callOf(sandbox, sent));
  return {
    baseUrl: sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    sandbox,
    respond,
    async fetch(url, init) {
      const request = new Request(url, init);
      const body = request.body === null ? undefined : await request.text();
      const { method, headers } = request;
      const sent = { method, url: request.url, headers: Object.fromEntries(headers), body };
      return responseOf(method, await respond(sent));
    },
  };
}

/** Runs the kit on a server: by default all checks. */
export function runKit(
  { baseUrl, authUrl, fetch }: Pick<DefectServer, "baseUrl" | "authUrl" | "fetch">,
  options: RunOptions = {},
): Promise<CheckReport> {
  const all = { contract, effects: "lasting", closed: true, listed: true } as const;
  return runChecks({ ...known, baseUrl, authUrl, fetch }, { ...all, ...options });
}

function callOf(sandbox: Sandbox, sent: PlainRequest): Call {
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
      const responseHeaders = Object.fromEntries(response.headers);
      return { status: response.status, headers: responseHeaders, body: text === "" ? undefined : text };
    },
    snapshot: () => JSON.stringify(sandbox.snapshot()),
    // A snapshot of the sandbox is a seed.
    restore: (snapshot) => sandbox.restore(JSON.parse(snapshot) as Seed),
  };
}

/** Makes a response that may have a body with 204 or 304, which the `Response` constructor rejects. */
function responseOf(method: string, { status, headers, body }: PlainResponse): Response {
  const without = status === 204 || status === 304 || method === "HEAD";
  if (!without || body === undefined) return new Response(body ?? null, { status, headers: { ...headers } });
  const response = new Response(body, { status: 200, headers: { ...headers } });
  return Object.defineProperty(response, "status", { value: status });
}

/**
 * Defect servers behind an HTTP address, for tools that need one: forwards each request to the server that `current` returns.
 * The token server has the same address, with or without `/2.0`.
 */
export async function startFrontServer(current: () => DefectServer): Promise<LocalServer> {
  const server = createServer((incoming, outgoing) => {
    forward(current(), incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.keepAliveTimeout = 0;
  return startOnLoopback(server);
}

async function forward(server: DefectServer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { host: _, connection: __, "content-length": ___, ...others } = incoming.headers;
  const headers = Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const path = (incoming.url ?? "/").replace(/^\/2\.0(?=\/oauth2\/)/, "");
  const url = path.startsWith("/2.0/") ? `${server.baseUrl}${path.slice("/2.0".length)}` : `${server.authUrl}${path}`;
  const body = await text(incoming);
  const method = incoming.method ?? "GET";
  const response = await server.respond({ method, url, headers, body: body === "" ? undefined : body });
  // Node sends no body with 204 and 304.
  outgoing.writeHead(response.status, response.headers);
  outgoing.end(response.body);
}

/** The working call of an operation, changed so that every list has several pages and every part of a file can change. */
export function proofCall(id: string): CallInput {
  return { ...workingCall(contract, id), ...calls[id] };
}

const ofPolicy = { query: { policy_id: "8002" } };
const ofAssignment = { path: { legal_hold_policy_assignment_id: "8102" } };
const calls: Readonly<Record<string, CallInput>> = {
  // Like the file of the checks, this one has no link, no description and no lock.
  updateFile: { path: { file_id: "4009" }, body: { description: "What was found" } },
  listLegalHoldPolicyAssignments: ofPolicy,
  listFileVersionLegalHolds: ofPolicy,
  listFilesOnHold: ofAssignment,
  listFileVersionsOnHold: ofAssignment,
};

export function requestTo(server: Pick<DefectServer, "baseUrl" | "authUrl">, id: string, input: CallInput) {
  const operation = contract.operation(id);
  const { method, path, headers, body } = inputRequest(operation, input, TOKEN);
  const url = `${operation.server === "auth" ? server.authUrl : server.baseUrl}${path}`;
  return { method, url, headers: Object.fromEntries(new Headers(headers)), body } satisfies PlainRequest;
}
