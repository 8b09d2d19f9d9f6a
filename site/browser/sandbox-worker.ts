// The sandbox in a web worker of the page.
import { type ActiveFault, createSandbox, type RequestEntry, type Seed } from "content-service-sandbox";

/** The status texts of Node. The build defines them. */
declare const STATUS_TEXTS: Readonly<Record<number, string>>;

const starting = createSandbox();
let lastRequestId: string | undefined;

/** What the pages of a tab share. */
interface StoredState {
  readonly seed: Seed;
  readonly faults: readonly ActiveFault[];
  /** How far the clock of the sandbox is ahead of that of the reader. */
  readonly aheadMs: number;
}

addEventListener("message", async ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  port?.postMessage(await respond(data).catch((error: unknown): WorkerResponse => ({ error: String(error) })));
});

async function respond({ url, method, headers, body, state }: WorkerRequest): Promise<WorkerResponse> {
  const sandbox = await starting;
  if (state !== null) restore(state);
  const faultsText = () => JSON.stringify(sandbox.faults.list());
  const faultsBefore = faultsText();
  const response = await sandbox.fetch(url, { method, headers, body });
  const requests = sandbox.requests({ after: lastRequestId });
  lastRequestId = requests.at(-1)?.request_id ?? lastRequestId;
  const isChanged = method !== "GET" || faultsText() !== faultsBefore;
  return {
    status: response.status,
    statusText: STATUS_TEXTS[response.status] ?? "",
    headers: [...response.headers],
    body: response.body === null ? null : await response.text(),
    state: isChanged ? stateText() : null,
    requests,
  };

  function stateText(): string {
    const aheadMs = sandbox.clock.now() - Date.now();
    return JSON.stringify({ seed: sandbox.snapshot(), faults: sandbox.faults.list(), aheadMs } satisfies StoredState);
  }

  function restore(stored: string): void {
    try {
      // Only this site writes the state, and `restore` validates the seed.
      const { seed, faults, aheadMs } = JSON.parse(stored) as StoredState;
      const planted = faults.map(({ fault, remaining }) => ({ ...fault, times: remaining }));
      sandbox.restore({ ...seed, now: new Date(Date.now() + aheadMs).toISOString() });
      sandbox.faults.clear();
      for (const fault of planted) sandbox.faults.add(fault);
    } catch {
      // A newer build of the site can have another seed format. Keep the default seed.
    }
  }
}

/** A request to the worker. Its response is sent to the port of the message. */
export interface WorkerRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string | null;
  /** The state to restore first, as JSON. Null to keep the state of the worker. */
  readonly state: string | null;
}

export type WorkerResponse =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly body: string | null;
      /** The state after the request, as JSON. Null if nothing changed. */
      readonly state: string | null;
      /** The new entries of the request journal. */
      readonly requests: readonly RequestEntry[];
    }
  /** The sandbox did not start, or threw. */
  | { readonly error: string };
