// Constants of the server and its clients.
export const USER_ID = "1001";
export const PAGES = 100;
export const ITEMS_IN_PAGE = 1000;
/** How long the slow server, and the slow consumer, need for a page. */
export const SERVER_MS = 25;
/** Prefix of every valid token. */
export const GOOD_TOKEN = "issued-token";

/** The baseline, and the ways of this client. Those with timeouts also pass a signal. */
export const BARE = "fetch";
export const CLIENT = "client";
export const GUARDED = "client, timeouts";
export const FAST = "client, Node transport";
export const FAST_GUARDED = "client, Node transport, timeouts";
