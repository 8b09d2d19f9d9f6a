import type { components } from "../generated/control.js";
import type { OperationSummary } from "../src/control/operation-summaries.js";

export type { OperationSummary };

type Schemas = components["schemas"];
export type Seed = Schemas["Seed"];
export type SandboxInfo = Schemas["SandboxInfo"];
export type ActiveFault = Schemas["ActiveFault"];
export type JournalEntry = Schemas["RequestEntry"];
export type JournalMessage = Schemas["RecordedMessage"];
export type Change = Schemas["RecordChange"];
export type Credential = OperationSummary["security"][number][number];

/** How the inspector reaches a sandbox: a server, or a sandbox in the page. */
export interface SandboxAccess {
  /** The address of the sandbox, without a slash at the end. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A control operation that failed. The message is for the reader. */
export class ControlFailure extends Error {
  override readonly name = "ControlFailure";
  constructor(
    message: string,
    readonly errors: Schemas["ControlError"]["errors"] = [],
  ) {
    super(message);
  }
}

/** The control operations that the inspector uses. Each rejects with a `ControlFailure`. */
export function createControl({ url, fetch }: SandboxAccess) {
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const init = { method, cache: "no-store", headers } as const;
    const json = { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
    const request = new Request(`${url}/_sandbox${path}`, body === undefined ? init : { ...init, ...json });
    const response = await fetch(request).catch(() => {
      throw new ControlFailure(`Cannot reach the sandbox at ${url}: check that it is running.`);
    });
    const text = await response.text();
    if (response.ok) return { text, etag: response.headers.get("etag") ?? "" };
    throw failureOf(response.status, text);
  }

  async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const { text } = await send(method, path, body);
    // The document of the control operations describes each body.
    return (text === "" ? undefined : JSON.parse(text)) as Result;
  }

  return {
    info: () => call<SandboxInfo>("GET", ""),
    document: () => call<ControlDocument>("GET", "/openapi.json"),
    operations: () => call<readonly OperationSummary[]>("GET", "/operations"),
    /** The requests after one, the oldest first. */
    requests: (after: string | undefined) =>
      call<Schemas["RequestJournal"]>(
        "GET",
        `/requests${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`,
      ),
    clearRequests: () => call<void>("DELETE", "/requests"),
    /** The state, with the etag of its records. */
    async state() {
      const { text, etag } = await send("GET", "/state");
      // The document of the control operations describes the body.
      return { seed: JSON.parse(text) as Seed, etag };
    },
    /** Replaces the state, if its records still have an etag. Returns the new one. */
    restore: (seed: unknown, etag?: string) =>
      send("PUT", "/state", seed, etag === undefined ? {} : { "if-match": etag }).then((sent) => sent.etag),
    reset: () => call<void>("POST", "/reset"),
    advance: (ms: number) => call<Schemas["ClockTime"]>("POST", "/clock/advance", { ms }),
    faults: () => call<{ readonly entries: readonly ActiveFault[] }>("GET", "/faults"),
    addFault: (fault: unknown) => call<ActiveFault>("POST", "/faults", fault),
    removeFault: (id: string) => call<void>("DELETE", `/faults/${encodeURIComponent(id)}`),
    issueTokens: (user_id: string) => call<Schemas["IssuedTokens"]>("POST", "/tokens", { user_id }),
    revokeToken: (token: string) => call<void>("POST", "/tokens/revoke", { token }),
  };
}

/** The parts of the control document that the form of faults uses. */
export interface ControlDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** What an empty control shows. */
  readonly placeholder?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** A schema of the document with the properties of those that it refers to. */
export function resolved(document: ControlDocument, { $ref = "", allOf = [], ...own }: Schema): Schema {
  const target = document.components.schemas[$ref.split("/").at(-1) ?? ""];
  const parts = [...(target === undefined ? [] : [target]), ...allOf].map((one) => resolved(document, one));
  const all = [...parts, own];
  const properties: Record<string, Schema> = {};
  for (const [name, schema] of all.flatMap((one) => Object.entries(one.properties ?? {})))
    properties[name] = { ...properties[name], ...resolved(document, schema) };
  return Object.assign({}, ...all, { properties, required: all.flatMap((one) => one.required ?? []) });
}

function failureOf(status: number, text: string): ControlFailure {
  try {
    // A `ControlError`; a proxy can send anything.
    const { message, errors = [] } = JSON.parse(text) as Partial<Schemas["ControlError"]>;
    const lines = [message, ...errors.slice(0, 5).map((one) => `${one.at}: ${one.message}`)];
    return new ControlFailure(lines.join("\n"), errors);
  } catch {
    return new ControlFailure(`The sandbox responded with ${status}.`);
  }
}
