import { type Client, type ClientEvent, createClient } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { manualClock } from "../../support/manual-clock.js";
import { type TransportName, transports } from "../../support/transports.js";
import { type FaultyServer, type ServerFactory, socketServer } from "./servers.js";

/** The most that a call here reads of a body. */
export const MAX_BODY_BYTES = 2 ** 20;

/** The calls of the table: one that changes nothing, and one that makes something. */
export const calls = {
  GET: (client: Client): Promise<unknown> => client.getCurrentUser(),
  POST: (client: Client): Promise<unknown> =>
    client.createWebLink({ body: { url: "https://example.com/", parent: { id: "3001" } } }),
};

/** Makes a place, an innocent server beside it, and a clock that only the place and the client's own waits move. */
export async function createContext(maker: ServerFactory, name: TransportName) {
  const clock = manualClock();
  const transport = transports[name]();
  const other = await socketServer();
  const server = await maker({ clock, transport, elsewhere: new URL(other.url).host });
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => {
    events.push(event);
    // The wait begins right after it is told of.
    if (event.type === "wait") setImmediate(() => clock.advance(event.waitMs));
  };
  return { clock, other, server, events, onEvent, fetch: server.fetch ?? transport.fetch };
}

type CallContext = Awaited<ReturnType<typeof createContext>>;

/** A client that calls the place. Its waits have no length, all else is as by default. */
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

/** A client whose token server is the place. */
export function clientWithTokensOf({ clock, server, other, onEvent, fetch }: CallContext) {
  const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };
  const store = memoryTokenStore(tokens);
  const auth = refreshingAuth({
    authUrl: server.url,
    clientId: "client-id",
    clientSecret: "client-secret",
    store,
    clock,
    fetch,
  });
  return { client: createClient({ baseUrl: `${other.url}/2.0`, auth, clock, onEvent }), store, tokens };
}

/** Waits until every connection that carried a request is closed; where no request got through, until all are. */
export async function dropped({ carriers, connections }: FaultyServer): Promise<void> {
  const open = (carriers.length > 0 ? carriers : connections).filter((socket) => !socket.destroyed);
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
}
