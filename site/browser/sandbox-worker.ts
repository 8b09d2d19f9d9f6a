// The sandbox in a worker of the page: it answers what the page would send to a server.
import { createSandbox, type Seed } from "content-service-sandbox";

/** What Node calls each status, as a server would send it; the build writes it here. */
declare const STATUS_TEXTS: Readonly<Record<number, string>>;

const starting = createSandbox();

addEventListener("message", async ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  port?.postMessage(await answer(data).catch((error: unknown): WorkerAnswer => ({ problem: String(error) })));
});

async function answer({ url, method, headers, body, world }: WorkerRequest): Promise<WorkerAnswer> {
  const sandbox = await starting;
  if (world !== null) restore(world);
  const response = await sandbox.fetch(url, { method, headers, body });
  return {
    status: response.status,
    statusText: STATUS_TEXTS[response.status] ?? "",
    headers: [...response.headers],
    body: response.body === null ? null : await response.text(),
    world: method === "GET" ? null : JSON.stringify(sandbox.snapshot()),
  };

  function restore(kept: string): void {
    try {
      // The time goes on as it does for the reader. What is kept was a snapshot, if it is a seed at all.
      const { now: _, ...seed } = JSON.parse(kept) as Seed;
      sandbox.restore(seed);
    } catch {
      // The site was built anew since, and the world is another one: the start will do.
    }
  }
}

/** A request to the sandbox in the worker. It answers at the port that comes with it. */
export interface WorkerRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string | null;
  /** The world to go on with, as text, when it is not the one that the worker has. */
  readonly world: string | null;
}

/** What the worker answers. */
export type WorkerAnswer =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly body: string | null;
      /** The world afterwards, as text, when the request may have changed it. */
      readonly world: string | null;
    }
  /** The sandbox did not start, or could not answer. */
  | { readonly problem: string };
