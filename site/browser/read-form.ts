import type { CallInput, Json } from "content-service-contract";
import { isObject, type SampleOperation, text } from "../../codegen/samples/http-request.js";

/** A field for a parameter or a property. `reference/try-it-form.tsx` writes its place and type into the page. */
export type Field = HTMLInputElement | HTMLSelectElement;

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("[data-in]:not([data-in=body])")];
}

/** Why a form cannot be sent. */
export interface FormProblem {
  readonly message: string;
  readonly field: HTMLElement | null | undefined;
}

export function readForm(
  form: HTMLFormElement,
  { bodyType }: SampleOperation,
): { readonly input: CallInput } | FormProblem {
  const fields = fieldsOf(form).map((field) => ({ field, value: field.value, place: field.dataset["in"] ?? "" }));
  const missing = fields.find(({ place, value }) => place === "path" && value === "")?.field;
  if (missing) return { field: missing, message: `${missing.name} is a part of the path, and cannot be empty.` };
  const foreign = fields.find(({ place, value }) => place === "header" && !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value));
  if (foreign)
    return { field: foreign.field, message: "Invalid header: expected one line of Latin letters, digits and signs." };
  const input: Record<string, Record<string, Json>> = {};
  for (const { field, place } of fields.filter(({ value }) => value !== ""))
    input[place] = { ...input[place], [field.name]: jsonOf(field) };
  const area = form.querySelector("textarea");
  const written = area?.value ?? "";
  if (written.trim() === "") return { input };
  try {
    const body = JSON.parse(written) as Json;
    if (bodyType === "application/json" || isObject(body)) return { input: { ...input, body } };
    return { field: area, message: "Invalid body: expected a JSON object, which is sent as a form." };
  } catch (error) {
    // The message of the browser has the line.
    return { field: area, message: `Invalid body: ${error instanceof Error ? error.message : error}` };
  }
}

/** The value of a field that is not empty. */
export function jsonOf(field: Field): Json {
  const { value, dataset, type } = field;
  if (field instanceof HTMLSelectElement) return JSON.parse(value) as Json;
  // The field shows UTC, and omits seconds that are zero.
  if (type === "datetime-local") return `${value.length === "2036-03-11T08:00".length ? `${value}:00` : value}+00:00`;
  if (dataset["type"] === "array") return value.split(",").map((item) => item.trim());
  return dataset["type"] === "integer" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Shows a value in a field, or empties it. */
export function showIn(field: Field, value: Json | undefined): void {
  if (value === undefined) field.value = "";
  else if (field instanceof HTMLSelectElement) field.value = JSON.stringify(value);
  else if (field.type === "datetime-local") field.value = shownTime(text(value));
  else field.value = Array.isArray(value) ? value.join(",") : text(value);
}

export function fillForm(form: HTMLFormElement, { path, query, header, body }: CallInput): void {
  const values: Readonly<Record<string, Json>> = { ...path, ...query, ...header };
  for (const field of fieldsOf(form)) showIn(field, values[field.name]);
  const area = form.querySelector("textarea");
  if (area && body !== undefined) area.value = JSON.stringify(body, null, 2);
}

/** A time as a field for a date and a time shows it, in UTC. Empty for an invalid time. */
function shownTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19);
}
