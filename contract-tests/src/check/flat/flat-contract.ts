import {
  arrayAt,
  type Contract,
  createContract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  placeAt,
  pointer,
  remembered,
  stringAt,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { singular, successSchema } from "../resources/payload.js";
import { dataIn, deepParameters, flatBody, isDocument, linkageOf, membersOf, requiredBy } from "./flat-values.js";

/**
 * A contract with a plain document (`plainDocument`), whose resource objects are flat where it documents JSON:API
 * (https://jsonapi.org/format/1.1): the attributes of a record are its properties, and a relationship is a property with the id
 * of the other record. A query parameter with the style `deepObject` is one for each of its members. Any other contract is
 * returned as it is.
 */
export const flatContract = remembered((documented: Contract): Contract => {
  const plain = plainDocument(documented.document);
  const contract = plain === documented.document ? documented : createContract(plain);
  const bodies = contract.operations.flatMap((operation) => {
    const isAddressed = operation.path.endsWith("}");
    const sent = dataIn(contract, operation.requestMedia?.schema).map((at) => [at, isAddressed] as const);
    return [...sent, ...dataIn(contract, successSchema(operation)).map((at) => [at, false] as const)];
  });
  // A schema of both has the id.
  const addressed = new Map(bodies.toSorted(([, one], [, other]) => Number(other) - Number(one)));
  const nested = contract.operations.filter((one) => deepParameters(one, contract).length > 0);
  if (addressed.size === 0 && nested.length === 0) return contract;
  const withExamples = contract.operations
    .flatMap((one) => idsOfExamples(contract, one))
    .reduce((changed, at) => withValue(changed, at, undefined), withFlat(contract.document));
  const withParameters = nested.reduce(
    (changed, one) => withValue(changed, pointer(one.pointer, "parameters"), flatParameters(contract, one)),
    withExamples,
  );
  const document = [...addressed].reduce(
    (changed, [at, isAddressed]) => withValue(changed, at, flatSchema(contract, at, isAddressed)),
    withParameters,
  );
  return createContract(document);
});

function flatParameters(contract: Contract, operation: Operation): Json[] {
  const at = pointer(operation.pointer, "parameters");
  return arrayAt(contract.nodeAt(operation.pointer), "parameters").flatMap((own, index): Json[] => {
    const { node, pointer: place } = placeAt(contract.document, pointer(at, index));
    if (node["style"] !== "deepObject") return [own];
    const schema = pointer(place, "schema");
    return [...contract.propertiesOf(schema)].map(([name, inner]) => ({
      ...{ name: `${String(node["name"])}[${name}]`, in: "query", schema: contract.schemaAt(inner) },
      required: node["required"] === true && requiredBy(contract, schema).includes(name),
      description: contract.schemaAt(inner)["description"] ?? "",
    }));
  });
}

/** Where the examples of a request to the address of a record repeat its id. */
function idsOfExamples({ document }: Contract, operation: Operation): string[] {
  const { examples = [] } = operation.requestMedia ?? {};
  const places = operation.path.endsWith("}") ? examples.map((one) => `${one.pointer}/data/id`) : [];
  return places.filter((at) => valueAt(document, at) !== undefined);
}

function withFlat(value: Json, isExample = false): Json {
  if (isExample && isDocument(value)) return flatBody(value);
  if (Array.isArray(value)) return value.map((one) => withFlat(one, isExample));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withFlat(one, isExample || /^examples?$/.test(name))]),
  );
}

/** The schema of a flat record. A request to the address of the record need not repeat its id. */
function flatSchema(contract: Contract, schema: string, isAddressed: boolean): JsonObject {
  const { outer, attributes, relationships } = membersOf(contract, schema);
  const [inner, others] = ["attributes", "relationships"].map((name) => outer.get(name));
  const requiredIn = (at: string | undefined) => (at === undefined ? [] : requiredBy(contract, at));
  const own = requiredIn(schema);
  const required = [
    ...(own.includes("id") && !isAddressed ? ["id"] : []),
    ...(own.includes("attributes") ? requiredIn(inner) : []),
    ...(own.includes("relationships") ? requiredIn(others) : []),
  ];
  const id = outer.get("id");
  const { additionalProperties = true, minProperties } = inner === undefined ? {} : contract.schemaAt(inner);
  return {
    ...{ type: "object", required, additionalProperties },
    ...(minProperties !== undefined && relationships.size === 0 ? { minProperties } : {}),
    properties: {
      ...(id === undefined || isAddressed ? {} : { id: contract.schemaAt(id) }),
      ...Object.fromEntries([...attributes].map(([name, at]) => [name, contract.schemaAt(at)])),
      ...Object.fromEntries([...relationships].map(([name, at]) => [name, idSchema(contract, at)])),
    },
  };
}

/** The schema of the id, or ids, of the other record of a relationship, which says what it is. */
function idSchema(contract: Contract, relationship: string): JsonObject {
  const node = contract.schemaAt(relationship);
  const { type, id, isMany, isNullable } = linkageOf(contract, relationship);
  const { readOnly: _, ...rest } = id === undefined ? {} : contract.schemaAt(id);
  const one = { ...rest, type: isNullable ? ["string", "null"] : "string" };
  const description = `Id of a ${singular(type)}. ${stringAt(node, "description") ?? ""}`;
  const about = { description, ...(node["readOnly"] === true ? { readOnly: true } : {}) };
  return isMany ? { type: "array", items: one, ...about } : { ...one, ...about };
}

/**
 * A document whose paths have no slash at their end, and in which a choice of a value or null, or of one schema alone, is that
 * schema: what frameworks write that make a document from code. The document itself where it has none of these.
 */
function plainDocument(document: JsonObject): JsonObject {
  let isChanged = false;
  const paths = Object.entries(isJsonObject(document["paths"]) ? document["paths"] : {});
  const renamed = paths.map(([path, item]): [string, Json] => {
    const short = path.replace(/(?<=[^/])\/$/, "");
    const isFree = short !== path && paths.every(([other]) => other !== short);
    isChanged ||= isFree;
    return [isFree ? short : path, plainIn(item)];
  });
  const components = plainIn(document["components"] ?? {});
  return isChanged ? { ...document, paths: Object.fromEntries(renamed), components } : document;

  function plainIn(node: Json): Json {
    if (Array.isArray(node)) return node.map(plainIn);
    if (!isJsonObject(node)) return node;
    const only = onlyChoice(node);
    if (only === undefined)
      return Object.fromEntries(
        Object.entries(node).map(([name, value]) => [name, /^examples?$/.test(name) ? value : plainIn(value)]),
      );
    isChanged = true;
    return only;
  }

  /** The schema of a value, with null where that is the other choice. Undefined for objects, which are known by their names. */
  function onlyChoice({ anyOf, oneOf, allOf, ...rest }: JsonObject): JsonObject | undefined {
    const forms = [anyOf, oneOf, allOf].find((one) => one !== undefined);
    if (!Array.isArray(forms)) return undefined;
    const isNull = (form: Json) => isJsonObject(form) && form["type"] === "null";
    const [only, ...others] = forms.filter((one) => !isNull(one));
    const own = isJsonObject(only) ? resolved(only) : {};
    const [types, { enum: values }] = [stringsAt(own, "type"), own];
    const isValue = (types.length > 0 || Array.isArray(values)) && !types.includes("object");
    if (others.length > 0 || forms.length > 2 || !isValue) return undefined;
    if (forms.length === 1) return { ...own, ...rest };
    return {
      ...{ ...own, ...rest },
      ...(types.length > 0 && { type: [...types, "null"] }),
      ...(Array.isArray(values) && { enum: [...values, null] }),
    };
  }

  function resolved(schema: JsonObject): JsonObject {
    const { $ref: place, ...rest } = schema;
    const target = typeof place === "string" ? valueAt(document, place.slice(1)) : undefined;
    return isJsonObject(target) ? { ...target, ...rest } : schema;
  }
}
