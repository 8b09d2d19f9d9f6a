import {
  type Contract,
  createContract,
  exampleResponses,
  type Json,
  type Operation,
  objectAt,
  placeAt,
  pointer,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { declaredLinks, linkedOperation } from "../resources/links.js";
import { arrayOf, plain, shownProperties, successSchema } from "../resources/payload.js";
import { parseExpression } from "../runtime-expressions.js";
import schema from "./facts.schema.json" with { type: "json" };
import { factAt } from "./facts-of-schemas.js";
import { inferResources } from "./infer-resources.js";

/** Throws a `TypeError` with the first fact of a contract that has another form, or that names what the contract lacks. */
export function requireFacts(contract: Contract): void {
  if (known.has(contract)) return;
  const { document } = contract;
  requireForm("root", document["x-access"], "x-access at the root");
  requireForms(document);
  const properties = recordProperties(contract);
  for (const operation of contract.operations) {
    const { node } = placeAt(document, operation.pointer);
    for (const [kind, name] of Object.entries(ON_OPERATIONS)) requireForm(kind, node[name], name, operation);
    requireAccess(contract, operation);
    requireLinks(contract, operation);
    const order = stringAt(node, "x-order")?.replace(/^-/, "");
    requireProperty(contract, properties.entries(operation), order, "x-order", operation);
    for (const name of Object.keys(objectAt(node, "x-sets")))
      requireProperty(contract, properties.set(operation), name, "x-sets", operation);
    for (const at of properties.shown(operation)) {
      requireOperation(contract, factAt(contract, at, "x-counts"), "x-counts", operation);
      requireForm("expires", factAt(contract, at, "x-expires"), "x-expires", operation);
    }
    requireOperation(contract, node["x-removes"], "x-removes", operation);
    requireOperation(contract, objectAt(node, "x-takes")["from"], "x-takes", operation);
    requireOperation(contract, objectAt(node, "x-query")["instances"], "x-query", operation);
    const { create, list, key } = objectAt(objectAt(node, "x-instance"), "types");
    for (const id of [create, list]) requireOperation(contract, id, "x-instance", operation);
    const type = namesAt(contract, successSchema(contract.operations.find(({ id }) => id === create)));
    for (const name of Object.values(Object(key)))
      requireProperty(contract, type, String(name), "x-instance", operation);
    for (const id of Object.keys(objectAt(node, "x-changes"))) requireOperation(contract, id, "x-changes", operation);
    const { of, parts, lists, entry } = objectAt(node, "x-union");
    for (const id of [of, ...Object.keys(Object(lists))]) requireOperation(contract, id, "x-union", operation);
    for (const one of [parts, entry])
      requireProperty(contract, properties.entries(operation), one?.toString(), "x-union", operation);
    for (const { example } of exampleResponses(operation))
      requireForm("cause", example?.cause, `x-cause of ${example?.name}`, operation);
    for (const parameter of operation.parameters) {
      const { node: own } = placeAt(document, parameter.pointer);
      for (const [kind, name] of Object.entries(ON_PARAMETERS))
        requireForm(kind, own[name], `${name} of ${parameter.name}`, operation);
      const property = stringAt(objectAt(own, "x-filter"), "property");
      requireProperty(contract, properties.entries(operation), property, `x-filter of ${parameter.name}`, operation);
    }
  }
  known.add(contract);
}

const known = new WeakSet<Contract>();

function requireForms(node: Json, at = ""): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const kind = ON_SCHEMAS.find((one) => `x-${one}` === key);
    if (kind === undefined) requireForms(value, pointer(at, key));
    else requireForm(kind, value, `${key} at ${at}`);
  }
}

const ON_SCHEMAS = [
  ...["unique", "shows", "default", "rejected", "record", "avoid", "open", "changes-with", "may-reject", "admits"],
];
const ON_OPERATIONS = {
  ...{ operation: "x-access", order: "x-order", sets: "x-sets", infer: "x-infer" },
  ...{ changes: "x-changes", removes: "x-removes", takes: "x-takes", instance: "x-instance", query: "x-query" },
  ...{ partial: "x-partial", union: "x-union" },
};
const ON_PARAMETERS = { parameter: "x-access", filter: "x-filter", infer: "x-infer" };

function requireForm(kind: string, value: Json | undefined, fact: string, operation?: Operation): void {
  if (value === undefined) return;
  // The definitions as schemas of an OpenAPI document.
  const schemas = () => JSON.parse(JSON.stringify(schema.$defs).replaceAll("#/$defs/", "#/components/schemas/"));
  forms ??= createContract({ paths: {}, components: { schemas: schemas() } });
  const [first] = forms.validate(`/components/schemas/${kind}`, value);
  if (first !== undefined) throw invalid(fact, operation, `${first.at === "" ? "it" : first.at} ${first.message}`);
}

/** Compiled at the first fact. */
let forms: Contract | undefined;

function requireOperation(contract: Contract, id: Json | undefined, fact: string, operation: Operation): void {
  if (id === undefined || contract.operations.some((one) => one.id === id)) return;
  throw invalid(fact, operation, `the contract has no operation ${JSON.stringify(id)}`);
}

/** Requires that `x-access` has the roles of the root, and names of examples that the errors of the operation have. */
function requireAccess({ document }: Contract, operation: Operation): void {
  const { node } = placeAt(document, operation.pointer);
  const roles = Object.keys(objectAt(objectAt(document, "x-access"), "roles"));
  const role = stringsAt(objectAt(node, "x-access"), "roles").find((one) => !roles.includes(one));
  if (role !== undefined && roles.length > 0)
    throw invalid("x-access", operation, `the contract has no role ${role}; expected ${roles.join(", ")}`);
  const { access, parameters, responses } = operation;
  const errors = responses.filter(({ status }) => !/^[23]/.test(status)).flatMap(({ content }) => content);
  const examples = [...new Set(errors.flatMap((media) => media.examples.map(({ name }) => name)))];
  const ofRecords = access.records.flatMap(({ hidden, unknown, denied, locked }) => [hidden, unknown, denied, locked]);
  const named = [access.denied, ...ofRecords, ...parameters.map(({ secret }) => secret?.denied)];
  const wrong = named.find((one) => one !== undefined && !examples.includes(one));
  // The one of `example` has no name of its own.
  const expected = examples.every((one) => one === "example") ? "its name under examples" : examples.join(", ");
  if (wrong !== undefined && examples.length > 0)
    throw invalid("x-access", operation, `no error has an example ${wrong}; expected ${expected}`);
}

/** Requires that links lead to operations and parameters, and that their expressions name what the two messages have. */
function requireLinks(contract: Contract, operation: Operation): void {
  for (const [name, link] of declaredLinks(contract, operation)) {
    const fact = `link ${name}`;
    const to = linkedOperation(contract, link);
    const place = stringAt(link, "operationRef");
    // Other references lead to other documents.
    if (to === undefined && (place === undefined || place.startsWith("#")))
      throw invalid(fact, operation, `the contract has no operation ${stringAt(link, "operationId") ?? place}`);
    const parameters = Object.keys(objectAt(link, "parameters"));
    const unknown = parameters.find((key) =>
      to?.parameters.every((one) => ![one.name, `${one.in}.${one.name}`].includes(key)),
    );
    if (unknown !== undefined) throw invalid(fact, operation, `${to?.id} has no parameter ${unknown}`);
    for (const [expression] of JSON.stringify([link["parameters"], link["requestBody"]]).matchAll(
      /(?<=["{])\$[^"{}]*/g,
    ))
      requireExpression(contract, operation, expression, fact);
  }
}

function requireExpression(contract: Contract, operation: Operation, expression: string, fact: string): void {
  const parsed = parseExpression(expression);
  if (parsed === undefined) throw invalid(fact, operation, `${expression} is not a runtime expression`);
  const { source, place, name = "" } = parsed;
  if (place === "body") {
    const schema = source === "request" ? operation.requestBody?.content[0]?.schema : successSchema(operation);
    const { additionalProperties: others = false, patternProperties } = schema ? contract.schemaAt(schema) : {};
    // Its properties have any names, or one with a slash.
    const isOpen = others !== false || patternProperties !== undefined || name.includes("~");
    if (name !== "" && !isOpen) requireProperty(contract, namesAt(contract, schema), name, fact, operation);
    return;
  }
  const isDeclared = operation.parameters.some((one) => one.in === place && one.name === name);
  if (source === "request" && place !== "header" && !isDeclared)
    throw invalid(fact, operation, `the operation has no ${place} parameter ${name}`);
}

/** `name` is that of a property in any style, or a place such as `/owner/id`. */
function requireProperty(
  contract: Contract,
  properties: ReadonlyMap<string, string> | undefined,
  name: string | undefined,
  fact: string,
  operation: Operation,
): void {
  if (name === undefined || properties === undefined || properties.size === 0) return;
  const [first = "", ...rest] = name.replace(/^\//, "").split("/");
  const at = properties.get(plain(first));
  if (at === undefined) throw invalid(fact, operation, `the schema has no property ${name}`);
  if (rest.length > 0) requireProperty(contract, namesAt(contract, at), rest.join("/"), fact, operation);
}

function namesAt(contract: Contract, at: string | undefined): ReadonlyMap<string, string> | undefined {
  if (at === undefined) return undefined;
  return new Map([...contract.propertiesOf(at)].map(([name, schema]) => [plain(name), schema]));
}

function invalid(fact: string, operation: Operation | undefined, reason: string): TypeError {
  return new TypeError(`Invalid ${fact}${operation === undefined ? "" : ` in ${operation.id}`}: ${reason}`);
}

/** The names of properties, in any style: of the entries of a list, and of the record that an action sets. */
function recordProperties(contract: Contract) {
  const entries = (operation: Operation | undefined) => {
    const list = successSchema(operation);
    return namesAt(contract, list === undefined ? undefined : arrayOf(contract, list));
  };
  const resources = inferResources(contract);
  const set = (operation: Operation) => {
    const resource = resources.find(({ actions }) => actions.includes(operation));
    return namesAt(contract, successSchema(resource?.read)) ?? entries(resource?.list);
  };
  return { entries, set, shown: (operation: Operation) => shownProperties(contract, operation).values() };
}
