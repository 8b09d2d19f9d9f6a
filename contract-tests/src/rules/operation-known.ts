import type { Route } from "../contract/route.js";
import type { Rule } from "../exchange/violation.js";

/** The URL lies below one of the addresses and fits a path of the contract. */
export const operationKnown: Rule<Route> = (route) => {
  if (route.kind !== "unknown") return [];
  const message = `No path of the contract fits ${route.url.replace(/[?#].*$/s, "")}`;
  return [{ rule: "operation-known", message, contract: "/paths", at: "/request/url" }];
};
