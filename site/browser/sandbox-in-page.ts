import { SANDBOX } from "../samples/sandbox.js";
import type { WorkerAnswer, WorkerRequest } from "./sandbox-worker.js";
import { remember, remembered } from "./storage.js";

/** A sandbox in a worker, which is loaded when it is needed. Its world is that of the tab, and goes from page to page. */
export function sandboxInPage(script: string): ReachedSandbox {
  let worker: Worker | undefined;
  // The kept world that the worker has. Another page may keep a newer one, and the reader come back to this page and
  // its worker.
  let seen: string | null = null;

  /** Starts the worker. One that does not load is forgotten, so that the next request tries again. */
  function start(): Worker {
    if (worker !== undefined) return worker;
    const started = new Worker(script);
    started.addEventListener("error", () => {
      worker = undefined;
    });
    seen = null;
    worker = started;
    return started;
  }

  return {
    // Only the paths matter: nothing is sent to a host.
    baseUrl: SANDBOX.baseUrl,
    authUrl: SANDBOX.authUrl,
    note: "The sandbox runs in this page: nothing leaves your browser, and closing the tab ends its world.",
    silence: "Nothing came back: the sandbox did not start in this page.",
    prepare: start,
    async fetch(request) {
      const { url, method, headers } = request;
      const body = method === "GET" ? null : await request.text();
      const started = start();
      const kept = remembered(KEY, "sessionStorage");
      const world = kept === seen ? null : kept;
      seen = kept;
      const answer = await ask(started, { url, method, headers: [...headers], body: body || null, world });
      if ("problem" in answer) throw new Error(answer.problem);
      if (answer.world !== null) {
        remember(KEY, answer.world, "sessionStorage");
        // What was kept before, when the browser keeps nothing or no more.
        seen = remembered(KEY, "sessionStorage");
      }
      const { status, statusText } = answer;
      return new Response(answer.body, { status, statusText, headers: answer.headers });
    },
  };
}

const KEY = "sandbox-world";

async function ask(worker: Worker, question: WorkerRequest): Promise<WorkerAnswer> {
  const { port1, port2 } = new MessageChannel();
  const over = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
      worker.addEventListener("error", reject, { signal: over.signal });
      worker.postMessage(question, [port2]);
    });
  } finally {
    over.abort();
    port1.close();
  }
}

/** A sandbox that the forms of a page can reach. */
export interface ReachedSandbox {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Tells the reader which one it is. */
  readonly note: string;
  /** Tells the reader that nothing came back. */
  readonly silence: string;
  /** Called when a request is likely to follow. */
  readonly prepare: () => void;
  readonly fetch: (request: Request) => Promise<Response>;
}
