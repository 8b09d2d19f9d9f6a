import {
  type Contract,
  callInput,
  type GivenCredentials,
  inputRequest,
  type Json,
  type Operation,
  objectAt,
  pointer,
  serializeBody,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { type BodySite, bodySites, schemasFor } from "./body-sites.js";
import {
  type BrokenRequest,
  ignoresUnknown,
  type NegativeCase,
  parameterCases,
  wrongBodies,
  wrongRoutes,
  wrongTokens,
} from "./broken-requests.js";
import { castValues, invalidValues } from "./invalid-values.js";

/**
 * Derives requests that a service must reject: with invalid values for each parameter and each body property at any
 * depth, with undocumented ones, and requests that are invalid as a whole. A token server ignores undocumented ones.
 *
 * Throws an `Error` when a keyword of a schema has no effect.
 */
export function negativeCases(
  given: Contract,
  credentials: GivenCredentials,
  operations = given.operations,
): NegativeCase[] {
  const { validate } = given;
  const contract: Contract = {
    ...given,
    validate: (schema, value, shape = "request") => validate(schema, value, shape),
  };
  return operations.flatMap((operation) => {
    const request = inputRequest(operation, callInput(operation), credentials);
    const broken = [
      ...parameterCases(contract, operation, request),
      ...bodyCases(contract, operation, request),
      ...wrongTokens(operation, request),
      ...wrongBodies(operation, request),
      ...wrongRoutes(contract, request),
    ];
    return broken.map((one) => ({ operation, ...one }));
  });
}

function bodyCases(contract: Contract, operation: Operation, request: NegativeCase["request"]): BrokenRequest[] {
  const media = operation.requestMedia;
  const schema = media?.schema;
  // Other media types have no schema that a service can check.
  if (media === undefined || schema === undefined || !/(json|x-www-form-urlencoded)$/.test(media.type)) return [];
  const examples = media.examples.map(({ value }) => value);
  const negative = (kind: string, at: string, body: Json): BrokenRequest[] => {
    // Another branch of a choice may accept the body, and a read-only property is not required.
    if (contract.validate(schema, body).length === 0) return [];
    const changed = { ...request, body: serializeBody(media, body) };
    return [{ kind, at: `/request/body${at}`, rule: "request-body", request: changed }];
  };
  const form = !/json$/.test(media.type);
  const found = bodySites(contract, schema, examples).flatMap((site) => [
    ...(form && site.at === "" ? [] : wrongValues(contract, site)).flatMap(({ kind, value }) =>
      // Every field of a form is text, so none has another type.
      form && /type$/.test(kind) ? [] : negative(kind, site.at, withValue(site.body, site.at, value)),
    ),
    ...wrongMembers(contract, site)
      .filter(({ kind }) => !((kind === "undocumented" && ignoresUnknown(operation)) || (kind === "null" && form)))
      .flatMap(({ kind, at, body }) => negative(kind, at, body)),
  ]);
  return [...new Map(found.map((one) => [`${one.kind} ${one.at}`, one])).values()];
}

function wrongValues(contract: Contract, { at, schema, body }: BodySite) {
  const value = valueAt(body, at) ?? null;
  const [own, ...inner] = schemasFor(contract, schema, value);
  // Another branch of a choice may accept the value.
  const ofBranches = inner.flatMap((one) => invalidValues(contract, one));
  const rejected = ofBranches.filter((wrong) => contract.validate(schema, wrong.value).length > 0);
  return [...(own === undefined ? [] : invalidValues(contract, own)), ...rejected, ...castValues(value)];
}

function wrongMembers(contract: Contract, { at, schema, body }: BodySite): { kind: string; at: string; body: Json }[] {
  const value = valueAt(body, at) ?? null;
  const owner = contract.nodeAt(schema);
  const chooses = owner["anyOf"] !== undefined || owner["oneOf"] !== undefined;
  return schemasFor(contract, schema, value).flatMap((one, index) => {
    const node = contract.nodeAt(one);
    // A service may take the default of what is missing.
    const schemaOf = (name: string) =>
      name in objectAt(node, "properties") ? contract.schemaAt(pointer(one, "properties", name)) : {};
    // It may ignore what only it sets.
    const isOpen = (name: string) => schemaOf(name)["default"] !== undefined || schemaOf(name)["readOnly"] === true;
    const required = stringsAt(node, "required").filter((name) => !isOpen(name));
    const wrong = required.flatMap((name) => {
      const place = pointer(at, name);
      const broken = withValue(body, place, undefined);
      // Without the property another branch may be the closest one.
      if (chooses && index > 0) return [{ kind: `without ${name}`, at, body: broken }];
      const missing = { kind: "missing", at: place, body: broken };
      return [missing, { kind: "null", at: place, body: withValue(body, place, null) }];
    });
    if (node["additionalProperties"] !== false) return wrong;
    const extra = pointer(at, "no_such_property");
    return [...wrong, { kind: "undocumented", at: extra, body: withValue(body, extra, "text") }];
  });
}
