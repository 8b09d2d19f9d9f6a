import type { Tokens } from "content-service-client/refreshing-auth";
import type { TestWorld } from "./start-world.js";

/** Signs a user in by the control interface of a sandbox, as a person would by the pages of an application. */
export async function signIn(
  { server }: Pick<TestWorld, "server">,
  userId: string,
  clientId = "sandbox-client",
): Promise<Tokens & { accessToken: string }> {
  const answer = await fetch(`${server.url}/_sandbox/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user_id: userId, client_id: clientId }),
  });
  if (answer.status !== 201) throw new Error(`The sandbox signs nobody in: ${answer.status}`);
  // As the document of the control interface describes it.
  const issued = (await answer.json()) as { access_token: string; refresh_token: string };
  return { accessToken: issued.access_token, refreshToken: issued.refresh_token };
}
