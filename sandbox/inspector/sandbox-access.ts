import type { components } from "../generated/control.js";

type Schemas = components["schemas"];
export type Seed = Schemas["Seed"];
export type SandboxInfo = Schemas["SandboxInfo"];
export type Fault = Schemas["Fault"];
export type ActiveFault = Schemas["ActiveFault"];
export type JournalEntry = Schemas["RequestEntry"];
export type JournalMessage = Schemas["RecordedMessage"];
export type Change = Schemas["RecordChange"];

/** How the inspector reaches a sandbox: a server, or a sandbox in the page. */
export interface SandboxAccess {
  /** The address of the sandbox, without a slash at the end. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A control operation that failed. The message is for the reader. */
export class ControlFailure extends Error {
  override readonly name = "ControlFailure";
}

/** The control operations that the inspector uses. Each rejects with a `ControlFailure`. */
export function createControl({ url, fetch }: SandboxAccess) {
  async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const init = { method, cache: "no-store" } as const;
    const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const request = new Request(`${url}/_sandbox${path}`, body === undefined ? init : { ...init, ...json });
    const response = await fetch(request).catch(() => {
      throw new ControlFailure(`Cannot reach the sandbox at ${url}: check that it is running.`);
    });
    const text = await response.text();
    // The document of the control operations describes each body.
    if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Result;
    throw new ControlFailure(failureText(response.status, text));
  }

  return {
    info: () => call<SandboxInfo>("GET", ""),
    document: () => call<ControlDocument>("GET", "/openapi.json"),
    /** The requests after one, the oldest first. */
    requests: (after: string | undefined) =>
      call<Schemas["RequestJournal"]>(
        "GET",
        `/requests${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`,
      ),
    clearRequests: () => call<void>("DELETE", "/requests"),
    state: () => call<Seed>("GET", "/state"),
    restore: (seed: unknown) => call<void>("PUT", "/state", seed),
    reset: () => call<void>("POST", "/reset"),
    advance: (ms: number) => call<Schemas["ClockTime"]>("POST", "/clock/advance", { ms }),
    faults: () => call<{ readonly entries: readonly ActiveFault[] }>("GET", "/faults"),
    addFault: (fault: unknown) => call<ActiveFault>("POST", "/faults", fault),
    removeFault: (id: string) => call<void>("DELETE", `/faults/${encodeURIComponent(id)}`),
    clearFaults: () => call<void>("DELETE", "/faults"),
    issueTokens: (user_id: string) => call<Schemas["IssuedTokens"]>("POST", "/tokens", { user_id }),
    revokeToken: (token: string) => call<void>("POST", "/tokens/revoke", { token }),
  };
}

export type Control = ReturnType<typeof createControl>;

/** The parts of the control document that the form of faults uses. */
export interface ControlDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
export interface Schema {
  readonly description?: string;
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

function failureText(status: number, text: string): string {
  try {
    // A `ControlError`; a proxy can send anything.
    const { message, errors = [] } = JSON.parse(text) as Partial<Schemas["ControlError"]>;
    return [message, ...errors.slice(0, 5).map((one) => `${one.at}: ${one.message}`)].join("\n");
  } catch {
    return `The sandbox responded with ${status}.`;
  }
}
