import { pointer } from "../contract/json-pointer.js";
import type { Parameter } from "../contract/operation.js";
import { parameterValue, typesAt } from "../exchange/read-values.js";
import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks required parameters, values against their schemas, and the query for undocumented parameters. */
export const requestParameter: Rule<RequestContext> = (context) => [
  ...context.operation.parameters.flatMap((parameter) => checkParameter(context, parameter)),
  ...undeclared(context),
];

function checkParameter(context: RequestContext, parameter: Parameter): Violation[] {
  const at = placeOf(parameter);
  const value = parameterValue(context.contract, context.request, parameter);
  if (value === undefined) {
    if (!parameter.required) return [];
    const message = `The ${parameter.in} parameter ${parameter.name} is missing`;
    return [{ rule: "request-parameter", message, contract: parameter.pointer, at }];
  }
  return context.contract.validate(parameter.schema, value, "request").map((found) => ({
    rule: "request-parameter",
    message: `The ${parameter.in} parameter ${parameter.name} ${found.message}`,
    contract: found.contract,
    at: at + found.at,
  }));
}

function undeclared({ contract, operation, request }: RequestContext): Violation[] {
  const inQuery = operation.parameters.filter((one) => one.in === "query");
  const credentials = operation.security.flat().filter(({ kind }) => kind === "query");
  const declared = new Set([...inQuery, ...credentials].map(({ name }) => name));
  // The properties of an object can be parameters of their own.
  const isObject = ({ schema, explode, style }: Parameter) =>
    explode && style === "form" && typesAt(contract.document, schema).includes("object");
  const isOpen = inQuery.some(isObject);
  const isDeclared = (name: string) => isOpen || declared.has(name) || declared.has(name.replace(/\[.*$/s, ""));
  const names = new Set(request.query.map(([name]) => name).filter((name) => !isDeclared(name)));
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
