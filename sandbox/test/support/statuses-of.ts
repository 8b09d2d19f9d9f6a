import type { Exchange } from "content-service-contract-tests";
import type { TestWorld } from "./start-world.js";

/** The exchanges so far, in the order of their answers, as `PUT /files/4001 401`. */
export function statusesOf({ exchanges, server }: Pick<TestWorld, "exchanges" | "server">): string[] {
  return exchanges.map(
    ({ request, response }) => `${request.method} ${pathOf(request, server.url)} ${response.status}`,
  );
}

function pathOf({ url = "" }: Exchange["request"], origin: string): string {
  return url.replace(origin, "").replace("/2.0", "").split("?", 1)[0] ?? "";
}
