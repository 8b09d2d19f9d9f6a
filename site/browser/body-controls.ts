import type { Json } from "content-service-contract";
import { isObject } from "../../codegen/samples/http-request.js";
import { parseJson } from "./page.js";
import { type Field, jsonOf, showIn } from "./read-form.js";

/**
 * Connects fields with the properties of the JSON in a text area: a change of a field changes the JSON, and the other
 * way round. A property of an object has its field while the JSON has the object. Returns a function that shows new JSON.
 */
export function startBodyControls(form: HTMLFormElement, area: HTMLTextAreaElement): () => void {
  const controls = [...form.querySelectorAll<Field>("[data-in=body]")];
  const show = () => {
    const body = parseJson(area.value);
    if (!isObject(body)) return;
    for (const control of controls) {
      const parent = parentIn(body, control.name);
      control.closest("label")?.toggleAttribute("hidden", parent === undefined);
      // The control in use keeps what is typed.
      if (control !== document.activeElement) showIn(control, parent?.[lastOf(control.name)]);
    }
  };
  for (const control of controls)
    control.addEventListener("change", () => {
      const body = parseJson(area.value);
      const parent = parentIn(body, control.name);
      if (parent === undefined) return;
      if (control.value === "") delete parent[lastOf(control.name)];
      else parent[lastOf(control.name)] = jsonOf(control);
      area.value = JSON.stringify(body, null, 2);
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
  area.addEventListener("input", show);
  return show;
}

function lastOf(name: string): string {
  return name.split(".").at(-1) ?? "";
}

/** The object with a property, such as `lock.access`. Undefined while the body does not have it. */
function parentIn(body: unknown, name: string): { [name: string]: Json } | undefined {
  let at = body;
  for (const part of name.split(".").slice(0, -1)) at = isObject(at) ? at[part] : undefined;
  return isObject(at) ? at : undefined;
}
