import type { Json, JsonObject } from "content-service-contract";
import { isObject } from "../../codegen/samples/http-request.js";
import type { BodyControl } from "../reference/body-controls.js";
import { element } from "./element.js";
import { parseJson } from "./parse-json.js";
import { shownTime, timeOf } from "./read-form.js";

/**
 * Shows controls for the properties of the JSON in a text area: a change of a control changes the JSON, and the other way
 * round. Properties of an object have controls while the JSON has the object. Returns a function that shows new JSON.
 */
export function startBodyControls(
  area: HTMLTextAreaElement,
  place: Element,
  controls: readonly BodyControl[],
): () => void {
  let shown = "";
  const show = () => {
    const body = parseJson(area.value);
    if (!isObject(body)) return;
    const visible = controls.filter(({ path }) => parentIn(body, path) !== undefined);
    const labels = visible.map((one) => label(one, parentIn(body, one.path)?.[one.path.at(-1) ?? ""]));
    const before = shown;
    shown = visible.map(({ path }) => path.join(".")).join();
    if (shown !== before) return place.replaceChildren(...labels);
    // The control in use keeps its focus.
    for (const [index, old] of [...place.children].entries())
      if (!old.contains(document.activeElement)) old.replaceWith(labels[index] ?? "");
  };
  place.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const control = controls.find(({ path }) => path.join(".") === target.name);
    const body = parseJson(area.value);
    const parent = control && isObject(body) ? parentIn(body, control.path) : undefined;
    const name = control?.path.at(-1);
    if (control === undefined || parent === undefined || name === undefined) return;
    if (target.value === "") delete parent[name];
    else
      parent[name] =
        control.values.length === 0 ? timeOf(target.value) : (control.values[Number(target.value)] ?? null);
    area.value = JSON.stringify(body, null, 2);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  area.addEventListener("input", show);
  return show;
}

/** The object with a property. Undefined while the body does not have it. */
function parentIn(body: JsonObject, path: readonly string[]): { [name: string]: Json } | undefined {
  let at: Json | undefined = body;
  for (const name of path.slice(0, -1)) at = isObject(at) ? at[name] : undefined;
  return isObject(at) ? at : undefined;
}

function label({ path, values, required }: BodyControl, value: Json | undefined): Element {
  const name = path.join(".");
  const title = element(
    "span",
    {},
    element("code", {}, ...breakable(name)),
    values.length === 0 ? " UTC" : "",
    required ? ", required" : "",
  );
  if (values.length === 0) {
    const time = element("input", { type: "datetime-local", step: "1", name });
    time.value = typeof value === "string" ? shownTime(value) : "";
    return element("label", {}, title, time);
  }
  const known = values.indexOf(value ?? "");
  const none = value === undefined ? "not sent" : JSON.stringify(value);
  const options = values.map((one, index) => element("option", { value: String(index) }, String(one)));
  // Without a known value, the list starts with what the body has.
  const first = known === -1 || !required ? [element("option", { value: "" }, known === -1 ? none : "not sent")] : [];
  const select = element("select", { name }, ...first, ...options);
  select.value = known === -1 ? "" : String(known);
  return element("label", {}, title, select);
}

/** A name that can break after a separator. */
function breakable(name: string): (string | Node)[] {
  return name.split(/(?<=[._])/).flatMap((part) => [part, element("wbr")]);
}
