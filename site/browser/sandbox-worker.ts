// The sandbox in a worker of the page: it answers what the page would send to a server.
import { createSandbox, type Seed } from "content-service-sandbox";
import type { WorkerAnswer, WorkerRequest } from "./worker-messages.js";

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
