// Constants of the server and its clients.
export const USER_ID = "1001";
export const PAGES = 100;
export const ITEMS_IN_PAGE = 1000;
/** How long the slow server, and the slow consumer, need for a page. */
export const SERVER_MS = 25;
/** Prefix of every valid token. */
export const GOOD_TOKEN = "issued-token";

// Names of ways to send a GET.
export const BARE = "fetch";
/** What a careful user writes without a client. */
export const LOOP = "loop by hand";
export const UNDICI = "undici request";
/** The client with its default options. */
export const CLIENT = "client";
/** `nodeTransport`, and no timeouts. */
export const FAST = "client, Node transport, no limits";
/** `nodeTransport`, the default timeouts, and one signal for all calls. */
export const FAST_LIMITED = "client, Node transport, all limits";
