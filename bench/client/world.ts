/** What the server of the benchmark and those who ask it both know. */
export const USER_ID = "1001";
export const PAGES = 100;
export const ITEMS_IN_PAGE = 1000;
/** How long the slow server takes for a page, and its consumer too. */
export const SERVER_MS = 25;
/** How each token begins that the server takes. */
export const GOOD_TOKEN = "issued-token";

/** The way that all are held against, and those that are ours. With timeouts there is a signal of the caller too. */
export const BARE = "fetch";
export const CLIENT = "client";
export const GUARDED = "client, timeouts";
export const FAST = "client, Node transport";
export const FAST_GUARDED = "client, Node transport, timeouts";
