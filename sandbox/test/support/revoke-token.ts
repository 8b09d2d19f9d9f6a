import type { TestWorld } from "./start-world.js";

/** Makes an access token or a refresh token useless, by the control interface of a sandbox. */
export async function revokeToken({ server }: Pick<TestWorld, "server">, token: string): Promise<void> {
  const answer = await fetch(`${server.url}/_sandbox/tokens/revoke`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (answer.status !== 204) throw new Error(`The sandbox revokes no such token: ${answer.status}`);
}
