import { pointer } from "../contract/json-pointer.js";
import type { Parameter } from "../contract/operation.js";
import { readParameter, sentValues } from "../exchange/read-values.js";
import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks required parameters, values against their schemas, and the query for undocumented parameters. */
export const requestParameter: Rule<RequestContext> = (context) => [
  ...context.operation.parameters.flatMap((parameter) => checkParameter(context, parameter)),
  ...undeclared(context),
];

function checkParameter(context: RequestContext, parameter: Parameter): Violation[] {
  const at = placeOf(parameter);
  const sent = sentValues(context.request, parameter);
  if (sent.length === 0) {
    if (!parameter.required) return [];
    const message = `The ${parameter.in} parameter ${parameter.name} is missing`;
    return [{ rule: "request-parameter", message, contract: parameter.pointer, at }];
  }
  const value = readParameter(context.contract, parameter, sent);
  return context.contract.validate(parameter.schema, value).map((found) => ({
    rule: "request-parameter",
    message: `The ${parameter.in} parameter ${parameter.name} ${found.message}`,
    contract: found.contract,
    at: at + found.at,
  }));
}

function undeclared({ operation, request }: RequestContext): Violation[] {
  const declared = new Set(operation.parameters.filter((one) => one.in === "query").map(({ name }) => name));
  const names = new Set(request.query.map(([name]) => name).filter((name) => !declared.has(name)));
  return [...names].map((name) => ({
    rule: "request-parameter",
    message: `The query parameter ${name} is not documented`,
    contract: pointer(operation.pointer, "parameters"),
    at: pointer("/request/query", name),
  }));
}

function placeOf({ in: place, name }: Parameter): string {
  return place === "header" ? pointer("/request/headers", name.toLowerCase()) : pointer("/request", place, name);
}
