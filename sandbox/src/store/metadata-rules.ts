import { readTime } from "../clock/read-time.js";
import type { TemplateFieldRecord, TemplateRecord } from "./records.js";

interface InvalidValue {
  readonly example: "unknown_field" | "wrong_type" | "unknown_option";
  readonly message: string;
}

/** Finds the first value that does not fit the template. `global.properties` allows any field and value. */
export function findInvalidValue(
  template: TemplateRecord,
  values: Readonly<Record<string, unknown>>,
): InvalidValue | undefined {
  const isFree = template.scope === "global" && template.templateKey === "properties";
  const fields = new Map(template.fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith("$"))
      return { example: "unknown_field", message: `Reserved key: ${key}. Keys that start with $ are reserved.` };
    if (isFree) continue;
    const field = fields.get(key);
    if (field === undefined) return { example: "unknown_field", message: `The template has no field ${key}.` };
    const invalidValue = invalidValueOf(field, value);
    if (invalidValue !== undefined) return invalidValue;
  }
  return undefined;
}

const EXPECTED: Readonly<Record<TemplateFieldRecord["type"], string>> = {
  string: "a string",
  float: "a number",
  date: "a date-time with an offset",
  enum: "the key of an option",
  multiSelect: "a list of option keys",
};

function invalidValueOf({ type, key, options = [] }: TemplateFieldRecord, value: unknown): InvalidValue | undefined {
  const wrong: InvalidValue = { example: "wrong_type", message: `The value of ${key} must be ${EXPECTED[type]}.` };
  if (type === "float") return typeof value === "number" ? undefined : wrong;
  if (type === "string") return typeof value === "string" ? undefined : wrong;
  if (type === "date") return typeof value === "string" && !Number.isNaN(readTime(value)) ? undefined : wrong;
  const chosen = type === "enum" ? [value] : value;
  if (!Array.isArray(chosen) || !chosen.every((one) => typeof one === "string")) return wrong;
  const optionKeys = new Set(options.map((option) => option.key));
  const unknown = chosen.find((one) => !optionKeys.has(one));
  if (unknown === undefined) return undefined;
  return { example: "unknown_option", message: `The field ${key} has no option ${unknown}.` };
}

type Field = Pick<TemplateFieldRecord, "key" | "type"> & { readonly options?: readonly { key: string }[] | undefined };
type Error = readonly [at: string, message: string];

/** Finds the errors in the fields of a new template that the contract cannot describe. */
export function templateErrors(fields: readonly Field[]): Error[] {
  const isSecondField = repeats();
  return fields.flatMap(({ key, type, options = [] }, index) => {
    const errors: Error[] = [];
    const at = `fields[${index}]`;
    const isSecondOption = repeats();
    const duplicate = options.findIndex((option) => isSecondOption(option.key));
    if (isSecondField(key)) errors.push([`${at}.key`, `Duplicate field key: ${key}.`]);
    if (key.startsWith("$")) errors.push([`${at}.key`, `Reserved key: ${key}. Keys that start with $ are reserved.`]);
    if (options.length > 0 && type !== "enum" && type !== "multiSelect")
      errors.push([`${at}.options`, `Options need the type enum or multiSelect; received ${type}.`]);
    if (duplicate >= 0)
      errors.push([`${at}.options[${duplicate}].key`, `Duplicate option: ${options[duplicate]?.key}.`]);
    return errors;
  });
}

/** Whether a key has been asked about before. */
function repeats(): (key: string) => boolean {
  const known = new Set<string>();
  return (key) => known.size === known.add(key).size;
}
