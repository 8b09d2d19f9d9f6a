import type { Route } from "../contract/route.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that the URL is below an address of the service and matches a path. */
export const operationKnown: Rule<Route> = (route) => {
  if (route.kind !== "unknown") return [];
  const message = `No path of the contract matches ${route.url.replace(/[?#].*$/s, "")}`;
  return [{ rule: "operation-known", message, contract: "/paths", at: "/request/url" }];
};
