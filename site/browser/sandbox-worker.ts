// The sandbox in a web worker of the page.
import { createSandbox, type RequestEntry, type Seed } from "content-service-sandbox";
import { parseJson } from "./parse-json.js";

/** The status texts of Node. The build defines them. */
declare const STATUS_TEXTS: Readonly<Record<number, string>>;

const starting = createSandbox();
let lastRequestId: string | undefined;

addEventListener("message", async ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  port?.postMessage(await respond(data).catch((error: unknown): WorkerResponse => ({ error: String(error) })));
});

async function respond({ url, method, headers, body, state }: WorkerRequest): Promise<WorkerResponse> {
  const sandbox = await starting;
  if (state !== null) restore(state);
  const response = await sandbox.fetch(url, { method, headers, body });
  const requests = sandbox.requests({ after: lastRequestId });
  lastRequestId = requests.at(-1)?.request_id ?? lastRequestId;
  return {
    status: response.status,
    statusText: STATUS_TEXTS[response.status] ?? "",
    headers: [...response.headers],
    body: response.body === null ? null : await response.text(),
    state: method === "GET" ? null : JSON.stringify(sandbox.snapshot()),
    requests,
  };

  function restore(stored: string): void {
    try {
      // The time is the reader's, not that of the snapshot. Only this site writes the state, and `restore` validates it.
      const { now: _, ...seed } = parseJson(stored) as Seed;
      sandbox.restore(seed);
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

/** The response of the worker. */
export type WorkerResponse =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly body: string | null;
      /** The state after the request, as JSON. Null after a GET, which changes nothing. */
      readonly state: string | null;
      /** The new entries of the request journal. */
      readonly requests: readonly RequestEntry[];
    }
  /** The sandbox did not start, or threw. */
  | { readonly error: string };
