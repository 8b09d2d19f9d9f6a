import { hasCredential } from "../exchange/credentials.js";
import { parameterValue, typesAt } from "../exchange/read-values.js";
import type { RequestContext, RuleContext } from "../exchange/rule-context.js";
import { type Rule, schemaViolations, type Violation } from "../exchange/violation.js";
import { pointer } from "../model/json-pointer.js";
import type { Parameter } from "../model/operation.js";
import type { Route } from "../model/route.js";
import type { Credential } from "../model/security.js";

/** Checks that the URL is below an address of the service and matches a path. */
export const operationKnown: Rule<Route> = (route) => {
  if (route.kind !== "unknown") return [];
  const message = `No path of the contract matches ${route.url.replace(/[?#].*$/s, "")}`;
  return [{ rule: "operation-known", message, contract: "/paths", at: "/request/url" }];
};

export const methodAllowed: Rule<Route> = (route) => {
  const first = route.kind === "method" ? route.others[0] : undefined;
  if (route.kind !== "method" || first === undefined) return [];
  const known = route.others.map(({ method }) => method.toUpperCase()).join(", ");
  const message = `${first.path} does not document ${route.method.toUpperCase()}; expected ${known}`;
  return [{ rule: "method-allowed", message, contract: pointer("/paths", first.path), at: "/request/method" }];
};

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
  const subject = `The ${parameter.in} parameter ${parameter.name}`;
  const found = context.contract.validate(parameter.schema, value, "request");
  return schemaViolations("request-parameter", subject, at, found);
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
  return [...new Set(request.query.map(([name]) => name).filter((name) => !isDeclared(name)))].map((name) => ({
    rule: "request-parameter",
    message: `The query parameter ${name} is not documented`,
    contract: pointer(operation.pointer, "parameters"),
    at: pointer("/request/query", name),
  }));
}

/** The place of a parameter in an exchange. */
export function placeOf({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  if (place === "header") return pointer("/request/headers", name.toLowerCase());
  return pointer("/request", place === "cookie" ? "cookies" : place, name);
}

/** Where a request has a credential, such as `/request/headers/authorization`. */
export function placeOfCredential({ kind, name }: Credential): string {
  return placeOf({ in: kind === "query" || kind === "cookie" ? kind : "header", name });
}

export const requestContentType: Rule<RequestContext> = ({ operation, request }) => {
  const { requestBody } = operation;
  if (requestBody === undefined || request.body.kind === "empty" || request.media !== undefined) return [];
  const known = requestBody.content.map(({ type }) => type).join(", ");
  const message = `Expected a request body of type ${known}; received ${request.body.type ?? "no media type"}`;
  const contract = pointer(requestBody.pointer, "content");
  return [{ rule: "request-content-type", message, contract, at: "/request/headers/content-type" }];
};

/** Checks that a required body is present, that an undocumented one is absent, and the body against its schema. */
export const requestBody: Rule<RequestContext> = ({ contract, operation, request }) => {
  const { body, media } = request;
  const documented = operation.requestBody;
  if (body.kind === "empty")
    return documented?.required ? [bodyViolation("The request body is missing", documented.pointer)] : [];
  if (documented === undefined) return [bodyViolation("The operation documents no request body", operation.pointer)];
  if (media === undefined) return [];
  if (body.kind === "broken") return [bodyViolation(`The request body is not JSON: ${body.reason}`, media.pointer)];
  if (media.schema === undefined || body.kind !== "value") return [];
  const found = contract.validate(media.schema, body.value, "request");
  return schemaViolations("request-body", "The request body", "/request/body", found);
};

function bodyViolation(message: string, contract: string): Violation {
  return { rule: "request-body", message, contract, at: "/request/body" };
}

/** Checks that calls send the documented credentials, and a token only where the contract documents one. */
export const requestSecurity: Rule<RuleContext> = ({ operation, request }) => {
  const header = request.headers.get("authorization");
  const missing = operation.security.flat().find((one) => !hasCredential(request, one, true));
  const at = operation.secured && missing ? placeOfCredential(missing) : "/request/headers/authorization";
  const violation = (message: string): Violation[] => [
    { rule: "request-security", message, contract: operation.securityPointer, at },
  ];
  if (!operation.secured) {
    const mayHave = header === null || operation.security.length > 0 || operation.server === "base";
    return mayHave ? [] : violation("The operation documents no Authorization header");
  }
  if (operation.security.some((all) => all.every((one) => hasCredential(request, one, true)))) return [];
  const isBearer = operation.security.every((all) => all.every(({ kind }) => kind === "bearer"));
  if (isBearer && header === null) return violation("The Authorization header is missing");
  if (isBearer) return violation("The Authorization header is not a bearer token");
  const names = operation.security.map((all) => all.map(({ kind, name }) => `${name} (${kind})`).join(" and "));
  return violation(`Expected the credentials ${names.join(", or ")}; received none or others`);
};
