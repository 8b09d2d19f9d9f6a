import { pointer } from "../contract/json-pointer.js";
import type { Route } from "../contract/route.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that the path has the method. */
export const methodAllowed: Rule<Route> = (route) => {
  const first = route.kind === "method" ? route.others[0] : undefined;
  if (route.kind !== "method" || first === undefined) return [];
  const known = route.others.map(({ method }) => method.toUpperCase()).join(", ");
  const message = `${first.path} does not document ${route.method.toUpperCase()}; expected ${known}`;
  return [{ rule: "method-allowed", message, contract: pointer("/paths", first.path), at: "/request/method" }];
};
