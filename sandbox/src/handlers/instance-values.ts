import type { Json, JsonObject } from "content-service-contract-tests/contract";
import { instantOf } from "../query/instant-of.js";
import type { TemplateFieldRecord, TemplateRecord } from "../store/records.js";

/** What is wrong with the values of an instance: the name of the example in the contract, and what it says. */
export interface ValueFault {
  readonly example: "unknown_field" | "wrong_type" | "unknown_option";
  readonly message: string;
}

/** Finds the first value that a template does not take. The template `global.properties` takes whatever it is given. */
export function faultOfValues(template: TemplateRecord, values: JsonObject): ValueFault | undefined {
  const free = template.scope === "global" && template.templateKey === "properties";
  const fields = new Map(template.fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith("$")) return { example: "unknown_field", message: `The key ${key} belongs to the service.` };
    if (free) continue;
    const field = fields.get(key);
    if (field === undefined) return { example: "unknown_field", message: `The template has no field ${key}.` };
    const fault = faultOfValue(field, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const WANTED: Readonly<Record<TemplateFieldRecord["type"], string>> = {
  string: "text",
  float: "a number",
  date: "a date-time with an offset",
  enum: "one option, as text",
  multiSelect: "a list of options",
};

function faultOfValue({ type, key, options = [] }: TemplateFieldRecord, value: Json): ValueFault | undefined {
  const wrong: ValueFault = { example: "wrong_type", message: `The value of ${key} must be ${WANTED[type]}.` };
  if (type === "float") return typeof value === "number" ? undefined : wrong;
  if (type === "string") return typeof value === "string" ? undefined : wrong;
  if (type === "date") return typeof value === "string" && instantOf(value) !== undefined ? undefined : wrong;
  const chosen = type === "enum" ? [value] : value;
  if (!Array.isArray(chosen) || !chosen.every((one) => typeof one === "string")) return wrong;
  const unknown = chosen.find((one) => !options.some((option) => option.key === one));
  if (unknown === undefined) return undefined;
  return { example: "unknown_option", message: `The field ${key} has no option ${unknown}.` };
}
