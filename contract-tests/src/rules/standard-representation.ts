import { isJsonObject, type JsonObject } from "../json.js";
import { placeAt, pointer } from "../json-pointer.js";
import { readParameter } from "../read-parameter.js";
import { type RuleContext, readValue } from "../rule-context.js";
import { recordsOf, schemaProperties } from "../schema-properties.js";
import type { Rule, Violation } from "../violation.js";

/**
 * `fields` decides what a record holds. Without it, all standard attributes. With it, the listed ones that the
 * contract knows, and beside them `type`, `id` and `name` alone.
 */
export const standardRepresentation: Rule<RuleContext> = (context) => {
  const { contract, operation, request, response } = context;
  const parameter = operation.parameters.find((one) => one.in === "query" && one.name === "fields");
  const body = readValue(response.body);
  const schema = response.media?.schema;
  if (parameter === undefined || schema === undefined || !isJsonObject(body) || response.status >= 300) return [];
  const place = placeAt(contract.document, schema);
  if (!Array.isArray(place.node["anyOf"]) || contract.validate(schema, body).length > 0) return [];
  const sent = request.query.filter(([name]) => name === "fields").map(([, value]) => value);
  if (sent.length === 0) return checkStandard(context, pointer(place.pointer, "anyOf", 0), body);
  const fields = readParameter(contract, parameter, sent);
  const listed = Array.isArray(fields) ? fields.map((field) => String(field).split(".")[0] ?? "") : [];
  return checkFields(context, {
    schema: pointer(place.pointer, "anyOf", 1),
    parameter: parameter.pointer,
    listed,
    body,
  });
};

function checkStandard({ contract }: RuleContext, schema: string, body: JsonObject): Violation[] {
  return contract.validate(schema, body).map((fault) => ({
    rule: "standard-representation",
    message: `Without fields the standard attributes come: ${fault.at} ${fault.message}`,
    contract: fault.contract,
    at: `/response/body${fault.at}`,
  }));
}

interface Narrowed {
  readonly schema: string;
  readonly parameter: string;
  readonly listed: readonly string[];
  readonly body: JsonObject;
}

const MINI = ["type", "id", "name"];

function checkFields({ contract }: RuleContext, { schema, parameter, listed, body }: Narrowed): Violation[] {
  const rule = "standard-representation";
  return recordsOf(body).flatMap(([path, record]): Violation[] => {
    const known = schemaProperties(contract, recordSchema(contract, schema, path, body), record);
    const at = (name: string) => pointer(`/response/body${path}`, name);
    const missing = listed.flatMap((name): Violation[] => {
      const property = known.get(name);
      if (property === undefined || Object.hasOwn(record, name)) return [];
      return [{ rule, message: `fields lists ${name}, which did not come`, contract: property, at: at(name) }];
    });
    const extra = Object.keys(record).filter((name) => !MINI.includes(name) && !listed.includes(name));
    return [
      ...missing,
      ...extra.map((name) => ({
        rule: "standard-representation" as const,
        message: `${name} came, which fields does not list`,
        contract: parameter,
        at: at(name),
      })),
    ];
  });
}

/** The schema of the record itself: for a collection, that of its entries. */
function recordSchema(contract: RuleContext["contract"], schema: string, path: string, body: JsonObject): string {
  const entries = path === "" ? undefined : schemaProperties(contract, schema, body).get("entries");
  return entries === undefined ? schema : pointer(placeAt(contract.document, entries).pointer, "items");
}
