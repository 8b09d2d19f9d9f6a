import { Agent } from "node:http";
import { send } from "./send.js";

/**
 * Sends the same GET over a number of connections for some time: on each, the next one as soon as the answer to the last
 * one is there. Gives how many were answered in a second.
 */
export async function load(
  url: string,
  { token, connections, durationMs }: { token: string; connections: number; durationMs: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let count = 0;
  const keepOn = async () => {
    while (performance.now() - start < durationMs) {
      await send(agent, url, { token });
      count += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, keepOn));
    return count / ((performance.now() - start) / 1000);
  } finally {
    agent.destroy();
  }
}
