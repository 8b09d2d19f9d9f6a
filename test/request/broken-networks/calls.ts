import { type Client, type ClientEvent, createClient } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { manualClock } from "../../../support/manual-clock.js";
import { type TransportName, transports } from "../../support/transports.js";
import { type FaultyServer, type ServerFactory, socketServer } from "./servers.js";

/** The `maxBodyBytes` of the clients. */
export const MAX_BODY_BYTES = 2 ** 20;

/** The calls of the table: an idempotent one and a POST. */
export const calls = {
  GET: (client: Client): Promise<unknown> => client.getCurrentUser(),
  POST: (client: Client): Promise<unknown> =>
    client.createWebLink({ body: { url: "https://example.com/", parent: { id: "3001" } } }),
};

/** Creates a faulty server, a correct one, and a clock that only the faulty server and the delays of the client advance. */
export async function createContext(maker: ServerFactory, name: TransportName) {
  const clock = manualClock();
  const transport = transports[name]();
  const other = await socketServer();
  const server = await maker({ clock, transport, elsewhere: new URL(other.url).host });
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => {
    events.push(event);
    // The timer is set after the event.
    if (event.type === "wait") setImmediate(() => clock.advance(event.waitMs));
  };
  return { clock, other, server, events, onEvent, fetch: server.fetch ?? transport.fetch };
}

type CallContext = Awaited<ReturnType<typeof createContext>>;

/** A client of the faulty server, with the defaults and without delays. */
export function clientOf({ clock, server, other, onEvent, fetch }: CallContext): Client {
  return createClient({
    baseUrl: `${server.url}/2.0`,
    authUrl: other.url,
    auth: "access-token",
    maxBodyBytes: MAX_BODY_BYTES,
    retry: { random: () => 0 },
    clock,
    onEvent,
    fetch,
  });
}

/** A client whose token server is the faulty server. */
export function clientWithTokensOf({ clock, server, other, onEvent, fetch }: CallContext) {
  const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };
  const store = memoryTokenStore(tokens);
  const application = { clientId: "client-id", clientSecret: "client-secret" };
  const auth = refreshingAuth({ ...application, authUrl: server.url, store, clock, fetch });
  return { client: createClient({ baseUrl: `${other.url}/2.0`, auth, clock, onEvent }), store, tokens };
}

/** Waits until each connection that carried a request is closed; without one, until all are closed. */
export async function dropped({ carriers, connections }: FaultyServer): Promise<void> {
  const open = (carriers.length > 0 ? carriers : connections).filter((socket) => !socket.destroyed);
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
}
