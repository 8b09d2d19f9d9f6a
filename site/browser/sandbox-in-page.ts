import { SANDBOX } from "../samples/sandbox.js";
import type { WorkerRequest, WorkerResponse } from "./sandbox-worker.js";
import { remember, remembered } from "./storage.js";

/** A sandbox that the forms of a page can reach. */
export interface ReachableSandbox {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Tells the reader where the sandbox runs. */
  readonly note: string;
  /** The message if there is no response. */
  readonly unreachable: string;
  /** Called when a request is likely to follow. */
  readonly prepare: () => void;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A sandbox in a web worker, which starts when it is needed. The pages of a tab share its state. */
export function sandboxInPage(script: string): ReachableSandbox {
  let worker: Worker | undefined;
  // The stored state that the worker has. Another page of the tab can store a newer one.
  let workerState: string | null = null;

  /** Starts the worker. After a failed start, the next request tries again. */
  function start(): Worker {
    if (worker !== undefined) return worker;
    const started = new Worker(script);
    started.addEventListener("error", () => {
      worker = undefined;
    });
    workerState = null;
    worker = started;
    return started;
  }

  return {
    // The worker ignores the host.
    baseUrl: SANDBOX.baseUrl,
    authUrl: SANDBOX.authUrl,
    note: "The sandbox runs in this page: nothing leaves your browser, and its state is deleted with the tab.",
    unreachable: "No response: the sandbox did not start in this page.",
    prepare: start,
    async fetch(request) {
      const { url, method, headers } = request;
      const body = method === "GET" ? null : await request.text();
      const started = start();
      const stored = remembered(KEY, "sessionStorage");
      const state = stored === workerState ? null : stored;
      workerState = stored;
      const response = await send(started, { url, method, headers: [...headers], body: body || null, state });
      if ("error" in response) throw new Error(response.error);
      if (response.state !== null) {
        remember(KEY, response.state, "sessionStorage");
        // The browser may have stored nothing.
        workerState = remembered(KEY, "sessionStorage");
      }
      const { status, statusText } = response;
      return new Response(response.body, { status, statusText, headers: response.headers });
    },
  };
}

const KEY = "sandbox-state";

async function send(worker: Worker, request: WorkerRequest): Promise<WorkerResponse> {
  const { port1, port2 } = new MessageChannel();
  const done = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<WorkerResponse>) => resolve(data);
      worker.addEventListener("error", reject, { signal: done.signal });
      worker.postMessage(request, [port2]);
    });
  } finally {
    done.abort();
    port1.close();
  }
}
