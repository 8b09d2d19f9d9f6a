import { useEffect, useState } from "hono/jsx/dom";
import { Field, inputValue, Select } from "./parts.js";
import { type ControlDocument, resolved, type Schema } from "./sandbox-access.js";
import { type AnyRecord, isSet, parsed } from "./values.js";

interface Input<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The control of a value: a select, a number or a text. */
function ValueInput({ schema, value, onChange, ...rest }: Input<string> & Checks & { schema: Schema }) {
  const { minimum, maximum, default: byDefault = "", placeholder: own } = schema;
  // A time of a seed can be a duration from now.
  const placeholder = own ?? (byDefault === "" ? "" : `default ${byDefault === "PT0S" ? "now" : String(byDefault)}`);
  if (schema.enum !== undefined) {
    const options = [["", placeholder || "not set"] as const, ...schema.enum.map((one) => [one, one] as const)];
    return <Select {...rest} value={value} options={options} onChange={onChange} />;
  }
  const types = typesOf(schema);
  const isNumber = types.length > 0 && types.every((type) => /^(integer|number|null)$/.test(type));
  const step = types.includes("integer") ? 1 : "any";
  const range = isNumber ? { type: "number", min: minimum, max: maximum, step } : { type: "text" };
  const control = { ...range, ...rest, placeholder };
  return <input {...control} value={value} onInput={(event) => onChange(inputValue(event))} />;
}

/** The value of a text: a number where the schema has one, and text where it may be text. */
function readValue(text: string, schema: Schema): unknown {
  const types = typesOf(schema);
  const isNumber = types.some((type) => type === "integer" || type === "number");
  if (isNumber && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return types.includes("string") ? text : parsed(text);
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []);
}

/** What the browser checks before the form is sent, and what the sandbox found. */
interface Checks {
  readonly required: boolean;
  readonly "aria-invalid": "true" | "false";
}

interface FormProps extends Input<AnyRecord> {
  /** What is wrong, by the names of the properties. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  readonly document: ControlDocument;
  readonly schema: Schema;
}

/** A form of the properties of a schema. Nested values are JSON. An empty field leaves its property out. */
export function SchemaForm({ document, schema, value, problems = {}, onChange }: FormProps) {
  const { properties = {}, required = [] } = resolved(document, schema);
  const set = (name: string, given: unknown) => {
    const { [name]: _, ...others } = value;
    onChange(given === undefined ? others : { ...value, [name]: given });
  };
  return (
    <div class="fields">
      {Object.entries(properties).map(([name, property]) => {
        const isRequired = required.includes(name);
        const label = `${name}${isRequired ? ", required" : ""}`;
        const one = { ...property, ...(typesOf(property)[0] === "boolean" && { enum: ["true", "false"] }) };
        const isSimple = !typesOf(one).some((type) => type === "object" || type === "array");
        const current = value[name];
        const isText = isSimple && typesOf(property).includes("string") && !property.minLength && !property.pattern;
        const problem = problems[name];
        const checks: Checks = {
          required: isRequired && !isText,
          "aria-invalid": problem === undefined ? "false" : "true",
        };
        const setText = (text: string) =>
          set(name, text === "" && !(isRequired && current !== undefined) ? undefined : readValue(text, property));
        return isSimple ? (
          <Field key={name} label={label} problem={problem}>
            <ValueInput {...checks} schema={one} value={isSet(current) ? String(current) : ""} onChange={setText} />
          </Field>
        ) : (
          <JsonInput
            key={name}
            {...{ label, problem, value: current, rows: isSet(current) ? 4 : 1 }}
            required={checks.required}
            onChange={(given) => set(name, given)}
          />
        );
      })}
    </div>
  );
}

interface JsonProps extends Input<unknown> {
  readonly label: string;
  readonly rows: number;
  readonly required?: boolean;
  readonly problem?: string | undefined;
}

/** A text of JSON. An empty one is undefined. The form cannot be sent while the text is not JSON. */
export function JsonInput({ label, value, rows, required = false, problem: found, onChange }: JsonProps) {
  const [text, setText] = useState(() => textOf(value));
  const { problem } = readJson(text);
  useEffect(() => {
    if (problem === "" && textOf(readJson(text).value) !== textOf(value)) setText(textOf(value));
  }, [value]);
  const input = (event: Event) => {
    const typed = inputValue(event);
    setText(typed);
    const given = readJson(typed);
    if (event.target instanceof HTMLTextAreaElement) event.target.setCustomValidity(given.problem);
    if (given.problem === "") onChange(given.value);
  };
  const message = problem === "" ? found : `Not JSON, so the last valid value stays: ${problem}`;
  const control = {
    rows,
    required,
    spellcheck: false,
    value: text,
    "aria-invalid": message ? "true" : "false",
  } as const;
  return (
    <Field label={label} problem={message}>
      <textarea {...control} onInput={input} />
    </Field>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

/** Reads JSON, or says why a text is none. An empty text is undefined. */
function readJson(text: string): { readonly value?: unknown; readonly problem: string } {
  try {
    return { value: text.trim() === "" ? undefined : JSON.parse(text), problem: "" };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The smallest value of a schema, to start with. */
export function firstValue(document: ControlDocument, schema: Schema): unknown {
  const { properties = {}, required = [], items, minItems = 0, ...own } = resolved(document, schema);
  const [type] = typesOf(own);
  if (own.enum !== undefined) return own.enum[0];
  if (type === "array") return items === undefined || minItems === 0 ? [] : [firstValue(document, items)];
  if (type === "integer" || type === "number") return own.minimum ?? 0;
  if (type === "string") return "";
  return Object.fromEntries(required.map((name) => [name, firstValue(document, properties[name] ?? {})]));
}
