import { type Contract, type Json, stringsAt } from "content-service-contract";
import { choicesOf, propertiesOf, type SchemaView } from "./schema-view.js";

/** A property of a body that a form shows as a control: one of a few values, or a time. */
export interface BodyControl {
  readonly path: readonly string[];
  /** The valid values. Empty for a time. */
  readonly values: readonly Json[];
  readonly required: boolean;
}

/** The controls for a body: the properties with known values, booleans and times. Lists have none. */
export function bodyControls(contract: Contract, schema: SchemaView, path: readonly string[] = []): BodyControl[] {
  const found = new Map<string, BodyControl>();
  for (const object of [schema, ...choicesOf(contract, schema)]) {
    for (const { name, required, schema: inner } of propertiesOf(contract, object)) {
      const own = [...path, name];
      const values = valuesOf(contract, inner);
      const nested = own.length < MAX_DEPTH ? bodyControls(contract, inner, own) : [];
      for (const control of [...(values === undefined ? [] : [{ path: own, values, required }]), ...nested]) {
        const key = control.path.join(".");
        // The alternatives of a choice have different values for one property, such as `type`.
        const known = found.get(key)?.values ?? [];
        found.set(key, { ...control, values: [...new Set([...known, ...control.values])] });
      }
    }
  }
  return [...found.values()].filter(({ values, required }) => values.length !== 1 || !required);
}

const MAX_DEPTH = 3;

/** The valid values of a property. Empty for a time, and undefined for any other value. */
export function valuesOf(contract: Contract, schema: SchemaView): readonly Json[] | undefined {
  const alternatives = [schema, ...choicesOf(contract, schema)].map(({ node }) => node);
  const values = alternatives.flatMap((node): Json[] => {
    if (Array.isArray(node["enum"])) return node["enum"];
    if (node["const"] !== undefined) return [node["const"]];
    return stringsAt(node, "type").includes("boolean") || node["type"] === "boolean" ? [true, false] : [];
  });
  if (values.length > 0) return values;
  return alternatives.some((node) => node["format"] === "date-time") ? [] : undefined;
}
