import { readParameter, readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import { MAX_VIOLATIONS, type Rule, type Violation } from "../exchange/violation.js";
import { cutViolations } from "../model/budget.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { pointer } from "../model/json-pointer.js";
import { recordsOf, schemaProperties } from "../model/schema-properties.js";

/**
 * Checks the attributes of each record: without `fields` all standard attributes; with it the listed attributes that
 * the contract documents, and beside them only `type`, `id`, `name` and, for a record that has one, `etag`. Unless closed,
 * more attributes are right as long as some are left out.
 */
export const standardRepresentation: Rule<RuleContext> = (context) => {
  const { contract, response } = context;
  const body = readValue(response.body);
  const schemas = representations(context);
  if (schemas === undefined || !isJsonObject(body)) return [];
  const { standard, narrowed, parameter, sent } = schemas;
  if (sent.length === 0) return differences(context, { rule: "standard-representation", schema: standard });
  const fields = readParameter(contract, parameter, sent);
  const listed = Array.isArray(fields) ? fields.map((field) => String(field).split(".")[0] ?? "") : [];
  // A service may send more than it is asked for, but not everything.
  const isWhole = response.fits(standard);
  return checkFields(context, { isWhole, schema: narrowed, parameter: parameter.pointer, listed, body });
};

/**
 * Checks that what the interface lists, and some services omit (`x-listed`), is present.
 *
 * Runs only with `listed`, and only on a body that matches the open schema.
 */
export const responseBodyListed: Rule<RuleContext> = (context) => {
  const { listed, response } = context;
  const schemas = representations(context);
  const schema = schemas?.sent.length === 0 ? schemas.standard : response.media?.schema;
  if (!listed || schema === undefined || !response.fits(schema)) return [];
  return differences(context, { rule: "response-body-listed", schema, shape: "listed" });
};

/** The schemas of a record with and without `fields`, and the values of `fields` in the request. */
function representations({ contract, operation, request, response }: RuleContext) {
  const parameter = operation.parameters.find((one) => one.in === "query" && one.name === "fields");
  const schema = response.media?.schema;
  if (!contract.follows("fields") || parameter === undefined || schema === undefined) return undefined;
  if (response.status >= 300 || !Array.isArray(contract.schemaAt(schema)["anyOf"]) || !response.fits(schema)) {
    return undefined;
  }
  const sent = request.query.filter(([name]) => name === "fields").map(([, value]) => value);
  const branch = (index: number) => pointer(contract.pointerOf(schema), "anyOf", index);
  return { standard: branch(0), narrowed: branch(1), parameter, sent };
}

interface Comparison {
  readonly rule: keyof typeof EXPECTED;
  readonly schema: string;
  readonly shape?: "open" | "listed";
}

function differences({ contract, response }: RuleContext, { rule, schema, shape = "open" }: Comparison): Violation[] {
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

interface Narrowed {
  /** Whether the body has all standard attributes, as without `fields`. */
  readonly isWhole: boolean;
  readonly schema: string;
  readonly parameter: string;
  readonly listed: readonly string[];
  readonly body: JsonObject;
}

const MINI = ["type", "id", "name"];

function checkFields(context: RuleContext, narrowed: Narrowed): Violation[] {
  const { listed, body } = narrowed;
  const schema = recordSchema(context.contract, narrowed.schema, body);
  const allowed = new Set([...MINI, ...listed]);
  // A request can list more names than the schema has.
  const listedOf = new Map<ReadonlyMap<string, string>, string[]>();
  const violations: Violation[] = [];
  for (const [path, record] of recordsOf(body)) {
    const known = schemaProperties(context.contract, schema, record);
    const documented = listedOf.get(known) ?? [...new Set(listed)].filter((name) => known.has(name));
    listedOf.set(known, documented);
    const missing = documented.filter((name) => !Object.hasOwn(record, name));
    // Services also send the `etag` of a record that has one.
    const reported = (name: string) => context.closed || (narrowed.isWhole && known.has(name));
    const extra = Object.keys(record).filter(
      (name) => !allowed.has(name) && reported(name) && !(name === "etag" && known.has(name)),
    );
    for (const one of violationsOf(path, narrowed, { known, missing, extra })) violations.push(one);
    if (violations.length > MAX_VIOLATIONS) {
      cutViolations();
      break;
    }
  }
  return violations;
}

interface Differences {
  readonly known: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

function violationsOf(path: string, { parameter }: Narrowed, { known, missing, extra }: Differences): Violation[] {
  const violation = (name: string, message: string, contract: string): Violation => ({
    rule: "standard-representation",
    message,
    contract,
    at: pointer(`/response/body${path}`, name),
  });
  return [
    ...missing.map((name) => violation(name, `${name} is listed in fields and missing`, known.get(name) ?? "")),
    ...extra.map((name) => violation(name, `${name} is not listed in fields`, parameter)),
  ];
}

/** The schema of the records: for a collection, of its entries. */
function recordSchema(contract: RuleContext["contract"], schema: string, body: JsonObject): string {
  const entries = Array.isArray(body["entries"]) ? schemaProperties(contract, schema, body).get("entries") : undefined;
  return entries === undefined ? schema : pointer(contract.pointerOf(entries), "items");
}
