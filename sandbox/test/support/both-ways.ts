import type { Client, ClientOptions } from "content-service-client";
import { type Person, startWorld, type TestWorld } from "./start-world.js";

/** The two ways to a sandbox. */
export const ways = ["in process", "over HTTP"] as const;

/** A world whose clients go one of the two ways. Its answers need not fit the contract. */
export async function startBothWays(way: (typeof ways)[number]): Promise<TestWorld> {
  const world = await startWorld({ strange: true });
  const { baseUrl, authUrl, fetch } =
    way === "in process" ? world.sandbox : { ...world.server, fetch: globalThis.fetch };
  return {
    ...world,
    as: (person: Person, given?: Partial<ClientOptions>): Client =>
      world.as(person, { baseUrl, authUrl, fetch, ...given }),
  };
}
