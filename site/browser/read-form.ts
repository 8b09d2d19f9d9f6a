import type { CallInput, Json } from "content-service-contract";
import { isObject, type SampleOperation, text } from "../../codegen/samples/http-request.js";
import { parseJson } from "./parse-json.js";

/** A field for a parameter. `reference/try-it-form.tsx` writes its place and type into the page. */
type Field = HTMLInputElement | HTMLSelectElement;

/** The fields of the parameters. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("[data-in]")];
}

/** Why a form cannot be sent. */
export interface FormProblem {
  readonly message: string;
  readonly field: HTMLElement | null | undefined;
}

/** The call in a form, or its problem. */
export function readForm(
  form: HTMLFormElement,
  { bodyType }: SampleOperation,
): { readonly input: CallInput } | FormProblem {
  const fields = fieldsOf(form);
  const missing = fields.find(({ dataset, value }) => dataset["in"] === "path" && value === "");
  if (missing) return { field: missing, message: `${missing.name} is a part of the path, and cannot be empty.` };
  const foreign = fields.find(
    ({ dataset, value }) => dataset["in"] === "header" && !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value),
  );
  if (foreign)
    return { field: foreign, message: "Invalid header: expected one line of Latin letters, digits and signs." };
  const places = ["path", "query", "header"].map((place) => {
    const sent = fields.filter(({ dataset, value }) => dataset["in"] === place && value !== "");
    return [place, Object.fromEntries(sent.map((field) => [field.name, jsonOf(field)]))] as const;
  });
  const input = Object.fromEntries(places.filter(([, values]) => Object.keys(values).length > 0));
  const area = form.querySelector("textarea");
  const written = area?.value.trim() ?? "";
  if (written === "") return { input };
  const body = parseJson(written) as Json | undefined;
  if (body === undefined || (bodyType !== "application/json" && !isObject(body))) {
    const expected = bodyType === "application/json" ? "JSON" : "a JSON object, which is sent as a form";
    return { field: area, message: `Invalid body: expected ${expected}.` };
  }
  return { input: { ...input, body } };
}

function jsonOf({ value, dataset, type }: Field): Json {
  if (type === "datetime-local") return timeOf(value);
  switch (dataset["type"]) {
    case "array":
      return value.split(",").map((item) => item.trim());
    case "boolean":
      return value === "true";
    case "integer":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    default:
      return value;
  }
}

/** Shows a call in a form. */
export function fillForm(form: HTMLFormElement, { path, query, header, body }: CallInput): void {
  const values: Readonly<Record<string, Json>> = { ...path, ...query, ...header };
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    const shown = value === undefined ? "" : Array.isArray(value) ? value.join(",") : text(value);
    field.value = field.type === "datetime-local" ? shownTime(shown) : shown;
  }
  const area = form.querySelector("textarea");
  if (area && body !== undefined) area.value = JSON.stringify(body, null, 2);
}

/** A time as a field for a date and a time shows it, in UTC. Empty for an invalid time. */
export function shownTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19);
}

/** The value of a field for a date and a time, as the service takes it. The field shows UTC. */
export function timeOf(value: string): string {
  return `${value.length === "2036-03-11T08:00".length ? `${value}:00` : value}+00:00`;
}
