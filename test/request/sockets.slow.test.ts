import { createClient } from "content-service-client";
import { memoryTokenStore, refreshingAuth, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { serveTokens } from "../support/serve.js";
import { tokenService } from "../support/token-service.js";
import { type TransportName, transportNames, transports } from "../support/transports.js";

const thousand = Array.from({ length: 1000 }, (_, index) => index);

/** A service on a real socket with an expired access token, and a client with some of its tokens. */
async function socketClient(transport: TransportName, known: Partial<Tokens> = {}) {
  const { fetch } = transports[transport]();
  const service = tokenService();
  const { url } = await serveTokens(service);
  service.expire();
  const store = memoryTokenStore({ ...service.tokens, ...known });
  const auth = refreshingAuth({ authUrl: url, clientId: "client-id", clientSecret: "client-secret", store, fetch });
  // Without retries, so that nothing hides a call that failed.
  return { service, client: createClient({ baseUrl: `${url}/2.0`, auth, fetch, retry: false }) };
}

/** A unique body of about two kilobytes. */
const webLink = (index: number) => ({
  url: `https://example.com/${index}`,
  name: `Grüße ${index} “лиз”`,
  description: `${index} `.repeat(400),
  parent: { id: "3001" },
});

describe.each(transportNames)(
  "a thousand concurrent calls over real sockets, by %s,",
  { timeout: 60_000 },
  (transport) => {
    it.each<[string, Partial<Tokens>, rejected: number]>([
      ["is known to have expired", { expiresAtMs: 0 }, 0],
      ["is rejected with 401", {}, 1000],
    ])(
      "refresh once and bring their bodies intact, once each, when the token %s [AU-4] [AU-5]",
      async (_, known, rejected) => {
        const { client, service } = await socketClient(transport, known);
        const made = await Promise.all(thousand.map((index) => client.createWebLink({ body: webLink(index) })));
        expect(made.map(({ id }) => id)).toEqual(Array(1000).fill("1004"));
        expect(service.exchanges).toEqual(["refresh-1"]);
        const expected = thousand.map((index) => JSON.stringify(webLink(index))).sort();
        expect(service.served.map(({ body }) => body).sort()).toEqual(expected);
        expect(service.rejected.length > 0).toBe(rejected > 0);
        expect(service.rejected.length).toBeLessThanOrEqual(rejected);
        for (const { body } of service.rejected) expect(expected).toContain(body);
      },
    );
  },
);
