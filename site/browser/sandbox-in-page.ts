import type { RequestEntry } from "content-service-sandbox";
import { SANDBOX } from "../samples/sandbox.js";
import { parseJson, remember, remembered, root } from "./page.js";
import type { WorkerRequest, WorkerResponse } from "./sandbox-worker.js";

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

/** The sandbox server of the site, or a sandbox in the page. Undefined for a page from a folder, without workers. */
export function findSandbox(): ReachableSandbox | undefined {
  const address = globalThis.sandboxAddress ?? null;
  if (address === null)
    return location.protocol === "file:" ? undefined : sandboxInPage(`${root}assets/sandbox-worker.js`);
  return {
    ...address,
    note: "The sandbox runs on the server of this site.",
    unreachable: `Cannot reach ${address.baseUrl}: check that the sandbox is running.`,
    prepare() {},
    fetch: (request) => fetch(request),
  };
}

/** A sandbox in a web worker, which starts when it is needed. The pages of a tab share its state. */
function sandboxInPage(script: string): ReachableSandbox {
  let worker: Worker | undefined;
  // The stored state that the worker has. Another page of the tab can store a newer one.
  let workerState: string | null = null;

  /** Starts the worker. After a failed start, the next request tries again. */
  function start(): Worker {
    if (worker !== undefined) return worker;
    workerState = null;
    worker = new Worker(script);
    worker.addEventListener("error", () => {
      worker = undefined;
    });
    return worker;
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
      journal.add(response.requests);
      if (response.state !== null) {
        remember(KEY, response.state, "sessionStorage");
        // The browser may have stored nothing.
        workerState = remembered(KEY, "sessionStorage");
      }
      const { status, statusText } = response;
      const { pathname } = new URL(url);
      if (pathname === "/_sandbox/reset" || (pathname === JOURNAL_PATH && method === "DELETE")) journal.clear();
      if (pathname === JOURNAL_PATH && method === "GET")
        return Response.json({ entries: journal.entries(), dropped: 0 });
      return new Response(response.body, { status, statusText, headers: response.headers });
    },
  };
}

const KEY = "sandbox-state";
const JOURNAL_KEY = "sandbox-requests";
const JOURNAL_PATH = "/_sandbox/requests";
const MAX_ENTRIES = 200;
/** The storage of a tab has 5 million characters, and also has the state. */
const MAX_CHARACTERS = 1_000_000;

/** The last requests of the pages of a tab. The journal of a worker ends with its page, and its request ids start again. */
const journal = {
  // Only this site writes the entries.
  entries: () => (parseJson(remembered(JOURNAL_KEY, "sessionStorage") ?? "") ?? []) as readonly RequestEntry[],
  add(added: readonly RequestEntry[]): void {
    if (added.length === 0) return;
    let kept = [...journal.entries(), ...added].slice(-MAX_ENTRIES);
    while (kept.length > 1 && JSON.stringify(kept).length > MAX_CHARACTERS)
      kept = kept.slice(Math.ceil(kept.length / 4));
    remember(JOURNAL_KEY, JSON.stringify(kept), "sessionStorage");
  },
  clear: () => remember(JOURNAL_KEY, null, "sessionStorage"),
};

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
