import { isJsonObject, type Json, type JsonObject, loadContract, parseJson } from "content-service-contract";
import { createSandbox, type Sandbox } from "content-service-sandbox";
import { sandboxTarget } from "../../src/check/sandbox-target.js";
import { type CheckTarget, planChecks, type RunOptions, runChecks } from "../../src/index.js";

export interface Sent {
  readonly method: string;
  /** Without the address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The body, where it is a JSON object; otherwise an empty one. */
  readonly json: JsonObject;
  /** Sends the request, or a changed one, to the sandbox. */
  forward(changed?: Changed): Promise<Response>;
}

/** What is changed in a request. In headers and query, undefined removes a value. */
export interface Changed {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | JsonObject;
}

/** Handles a request, correctly or not. */
export type Misbehave = (sent: Sent, sandbox: Sandbox) => Promise<Response>;

/** Changes the requests for which a function returns changes. */
export function requests(change: (sent: Sent) => Changed | undefined | false): Misbehave {
  return (sent) => sent.forward(change(sent) || {});
}

/** Changes the JSON objects in responses: by default in successful ones. */
export function responses(
  change: (body: JsonObject, sent: Sent) => Json | undefined,
  isMeant: (response: Response, sent: Sent) => boolean = ({ ok }) => ok,
): Misbehave {
  return async (sent) => {
    const response = await sent.forward();
    if (!isMeant(response, sent)) return response;
    const body = parseJson(await response.clone().text());
    const changed = isJsonObject(body) ? change(body, sent) : undefined;
    return changed === undefined ? response : Response.json(changed, response);
  };
}

/** Shows other values in successful responses to some requests. */
export function shows(isMeant: (sent: Sent) => boolean, change: (body: JsonObject, sent: Sent) => JsonObject) {
  const changed = (body: JsonObject, sent: Sent) => ({ ...body, ...change(body, sent) });
  return responses(changed, ({ ok }, sent) => ok && isMeant(sent));
}

/** Responds in place of the sandbox where a condition is met: by default with an error. */
export function responds(
  status: number,
  isMet: (sent: Sent) => boolean,
  body: () => JsonObject | null = () => errorBody(status),
): Misbehave {
  return async (sent) => (isMet(sent) ? responseOf(status, body()) : sent.forward());
}

export function replaces(
  isMeant: (response: Response, sent: Sent) => boolean,
  other: (sent: Sent, response: Response) => Response | Promise<Response>,
): Misbehave {
  return async (sent) => {
    const response = await sent.forward();
    return isMeant(response, sent) ? other(sent, response) : response;
  };
}

export function withStatus(from: number, status: number): Misbehave {
  return replaces(
    (response) => response.status === from,
    (_, { body, headers }) => new Response(body, { status, headers }),
  );
}

/** Keeps the first response of each read whose path has a part. */
export function caching(part: string): Misbehave {
  const first = new Map<string, Response>();
  return async (sent) => {
    const response = first.get(sent.path) ?? (await sent.forward());
    if (sent.method === "GET" && sent.path.includes(part)) first.set(sent.path, response.clone());
    return response;
  };
}

export function isUpdate({ method, path }: Sent): boolean {
  return method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);
}

/** Returns a success without making the change of a property of a file. */
export function forgetting(name: string, shown: (value: JsonObject) => JsonObject = () => ({})): Misbehave {
  return async (sent) => {
    const { [name]: value } = sent.json;
    if (!isUpdate(sent) || value === undefined) return sent.forward();
    const other = isJsonObject(value) ? shown(value) : value;
    const changed = { ...(await (await sent.forward({ body: {} })).json()), [name]: other };
    return Response.json({ ...changed, etag: `${changed.etag}1` });
  };
}

export function responseOf(status: number, body: JsonObject | null = errorBody(status)): Response {
  return body === null ? new Response(null, { status }) : Response.json(body, { status });
}

/** An error body that each operation documents, with a request id of its own. */
export function errorBody(status: number, code = CODES[status] ?? "bad_request"): JsonObject {
  return { code, message: "No.", request_id: crypto.randomUUID() };
}

const CODES: Readonly<Record<number, string>> = {
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  412: "precondition_failed",
  429: "rate_limit_exceeded",
  500: "internal_server_error",
};

export interface DefectOptions extends RunOptions {
  readonly target?: Partial<CheckTarget> | undefined;
}

/** Runs checks on a sandbox with a defect: those with the ids, or whose ids begin like one that ends with a star. */
export function runOn(ids: readonly string[], misbehave?: Misbehave, options: DefectOptions = {}) {
  const operations = [...new Set(ids.map((id) => id.split("/")[0] ?? ""))];
  const chosen = (target: CheckTarget) => {
    if (!ids.some((id) => id.endsWith("*"))) return ids;
    const fits = (id: string, one: string) => (one.endsWith("*") ? id.startsWith(one.slice(0, -1)) : id === one);
    const planned = planChecks(loadContract(), target, "lasting", operations, true);
    return planned.map(({ id }) => id).filter((id) => ids.some((one) => fits(id, one)));
  };
  return run(misbehave, { effects: "lasting", closed: true, listed: true, operations, ...options }, chosen);
}

/** Runs the checks of some operations, or of all, on a sandbox with a defect: by default those that only read. */
export function runAllOn(misbehave?: Misbehave, options: DefectOptions = {}) {
  return run(misbehave, options, () => options.checks);
}

/** To start one costs as much as most checks. */
const shared = createSandbox();

async function run(
  misbehave: Misbehave | undefined,
  { target: given, ...options }: DefectOptions,
  chosen: (target: CheckTarget) => readonly string[] | undefined,
) {
  const sandbox = await shared;
  sandbox.reset();
  const target = { ...targetOn(sandbox, misbehave), ...given };
  const report = await runChecks(target, {
    wait: async (delayMs) => sandbox.clock.advance(delayMs),
    ...options,
    checks: chosen(target),
  });
  const findings = report.checks.flatMap((check) => check.findings.map((finding) => ({ id: check.id, ...finding })));
  return {
    ...report,
    /** The violated rules, each once. */
    rules: [...new Set(findings.map(({ rule }) => rule))],
    /** The check and the rule of each finding. */
    found: findings.map(({ id, rule }) => `${id} ${rule}`),
    messages: findings.map(({ message }) => message),
    /** It has the records of this run until the next one. */
    sandbox,
  };
}

/** A sandbox as a target for which no check is skipped. */
export function targetOn(sandbox: Sandbox, misbehave: Misbehave = (sent) => sent.forward()) {
  const { baseUrl, authUrl } = sandbox;
  return {
    ...sandboxTarget(),
    baseUrl,
    authUrl,
    fetch: (url, init) => misbehave(sentBy(sandbox, url, init), sandbox),
  } satisfies CheckTarget;
}

function sentBy(sandbox: Sandbox, url: string, init: RequestInit): Sent {
  const { method = "GET" } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = typeof init.body === "string" ? init.body : undefined;
  const json = parseJson(body);
  const address = [sandbox.baseUrl, sandbox.authUrl].find((one) => url.startsWith(one)) ?? "";
  const path = url.slice(address.length);
  return {
    ...{ method, path, headers, body },
    query: new URL(url).searchParams,
    json: isJsonObject(json) ? json : {},
    forward: (changed = {}) => {
      const to = new URL(address + (changed.path ?? path));
      for (const [name, value] of Object.entries(changed.query ?? {})) {
        if (value === undefined) to.searchParams.delete(name);
        else to.searchParams.set(name, value);
      }
      const text = typeof changed.body === "object" ? JSON.stringify(changed.body) : (changed.body ?? body);
      const kept = Object.entries({ ...headers, ...changed.headers }).filter(([, value]) => value !== undefined);
      return sandbox.fetch(to.href, {
        ...init,
        method: changed.method ?? method,
        // Undefined values are left out above.
        headers: Object.fromEntries(kept) as Record<string, string>,
        ...(text === undefined ? {} : { body: text }),
      });
    },
  };
}
