import { readParameter, readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import { MAX_VIOLATIONS, type Rule, type Violation } from "../exchange/violation.js";
import { cutViolations } from "../model/budget.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { pointer } from "../model/json-pointer.js";
import { recordsOf } from "../model/schema-properties.js";

/** A record has all standard attributes, or with `fields` those and few others. Unless closed, more of them are right too. */
export const standardRepresentation: Rule<RuleContext> = (context) => {
  const { closed, contract, response } = context;
  const body = readValue(response.body);
  const schemas = representations(context);
  if (schemas === undefined || !isJsonObject(body)) return [];
  const { standard, narrowed, parameter, sent } = schemas;
  if (sent.length === 0) return differences(context, "standard-representation", standard, "open");
  const fields = readParameter(contract, parameter, sent);
  const listed = new Set(Array.isArray(fields) ? fields.map((field) => String(field).split(".")[0] ?? "") : []);
  // A service may send more than it is asked for, but not everything.
  const isWhole = response.fits(standard);
  const schema = recordSchema(contract, narrowed, body);
  // A request can list more names than the schema has.
  const listedOf = new Map<ReadonlyMap<string, string>, string[]>();
  const violations: Violation[] = [];
  for (const [path, record] of recordsOf(body)) {
    const report = (name: string, message: string, place: string) => {
      const at = pointer(`/response/body${path}`, name);
      violations.push({ rule: "standard-representation", message, contract: place, at });
    };
    const known = contract.propertiesOf(schema, record);
    const documented = listedOf.get(known) ?? [...listed].filter((name) => known.has(name));
    listedOf.set(known, documented);
    for (const name of documented)
      if (!Object.hasOwn(record, name)) report(name, `${name} is listed in fields and missing`, known.get(name) ?? "");
    for (const name of Object.keys(record)) {
      // Services also send the `etag` of a record that has one.
      const isAllowed = MINI.has(name) || listed.has(name) || (name === "etag" && known.has(name));
      if (!isAllowed && (closed || (isWhole && known.has(name))))
        report(name, `${name} is not listed in fields`, parameter.pointer);
    }
    if (violations.length > MAX_VIOLATIONS) {
      cutViolations();
      break;
    }
  }
  return violations;
};

const MINI: ReadonlySet<string> = new Set(["type", "id", "name"]);

/** Checks for what some services omit (`x-listed`): only with `listed`, and only in a body that matches the open schema. */
export const responseBodyListed: Rule<RuleContext> = (context) => {
  const { listed, response } = context;
  const schemas = representations(context);
  const schema = schemas?.sent.length === 0 ? schemas.standard : response.media?.schema;
  if (!listed || schema === undefined || !response.fits(schema)) return [];
  return differences(context, "response-body-listed", schema, "listed");
};

/** The schemas of a record with and without `fields`, and the values of `fields` in the request. */
function representations({ contract, operation, request, response }: RuleContext) {
  const parameter = operation.parameters.find((one) => one.in === "query" && one.name === "fields");
  const schema = response.media?.schema;
  if (!contract.follows("fields") || parameter === undefined || schema === undefined) return undefined;
  if (response.status >= 300 || !Array.isArray(contract.schemaAt(schema)["anyOf"]) || !response.fits(schema))
    return undefined;
  const sent = request.query.filter(([name]) => name === "fields").map(([, value]) => value);
  const branch = (index: number) => pointer(contract.pointerOf(schema), "anyOf", index);
  return { standard: branch(0), narrowed: branch(1), parameter, sent };
}

function differences(
  { contract, response }: RuleContext,
  rule: keyof typeof EXPECTED,
  schema: string,
  shape: "open" | "listed",
): Violation[] {
  const body = readValue(response.body);
  if (body === undefined || response.fits(schema, shape)) return [];
  return contract.validate(schema, body, shape).map((found) => ({
    rule,
    message: `Expected ${EXPECTED[rule]}: ${found.at} ${found.message}`,
    contract: shape === "listed" ? found.contract.replace(/required$/, "x-listed") : found.contract,
    at: `/response/body${found.at}`,
  }));
}

const EXPECTED = {
  "standard-representation": "the standard attributes without fields",
  "response-body-listed": "what the interface lists",
};

/** The schema of the records: for a collection, of its entries. */
function recordSchema(contract: RuleContext["contract"], schema: string, body: JsonObject): string {
  const entries = Array.isArray(body["entries"]) ? contract.propertiesOf(schema, body).get("entries") : undefined;
  return entries === undefined ? schema : contract.itemsOf(entries);
}
