import { connect } from "node:net";
import type { ClientEvent, FetchLike } from "content-service-client";

/** What can be planted, each to see one of the checks fail. */
export const PLANTED = [
  "doubled-write",
  "lost-write",
  "unexplained-failure",
  "needless-refresh",
  "leaked-sockets",
  "leaked-memory",
  "unhandled-rejection",
] as const;
export type PlantedFault = (typeof PLANTED)[number];

/** What a planted fault puts between a process of callers and its client. */
export interface Planted {
  readonly fetch: FetchLike;
  readonly onEvent: (event: ClientEvent) => void;
}

/** Plants a fault into the first process of callers, or nothing. */
export function planted(plant: PlantedFault | undefined, { baseUrl }: { baseUrl: string }): Planted {
  const kept: unknown[] = [];
  let requests = 0;
  let creations = 0;
  /** Whether it is time again: one in so many. */
  const isTime = (nth: number) => requests % nth === 0;
  return {
    async fetch(url, init) {
      requests += 1;
      if (plant === "leaked-sockets" && isTime(50))
        connect(Number(new URL(baseUrl).port), "127.0.0.1").on("error", () => {});
      if (plant === "unhandled-rejection" && requests === 500) void Promise.reject(new Error("planted"));
      if (plant === "unexplained-failure" && isTime(20)) throw new TypeError("fetch failed");
      if (plant === "needless-refresh" && isTime(20)) return new Response(null, { status: 401 });
      const creates = init.method === "POST" && /\/(tasks|web_links)$/.test(url);
      if (creates) creations += 1;
      if (plant === "doubled-write" && creates && creations % 10 === 0) await fetch(url, init);
      if (plant === "lost-write" && creates && creations % 10 === 0)
        return Response.json({ id: "1", name: "never made" });
      return fetch(url, init);
    },
    onEvent(event) {
      if (plant === "leaked-memory" && event.type === "response")
        kept.push({ ...event, numbers: Array.from({ length: 1000 }, Math.random) });
    },
  };
}
