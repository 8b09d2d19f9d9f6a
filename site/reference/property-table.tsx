import { arrayAt, type Json, type JsonObject, stringAt } from "content-service-contract";
import { BreakableText, InlineText, ScrollingTable } from "../page/elements.js";
import { AssumedMark, Description } from "./contract-text.js";
import {
  choicesOf,
  itemsOf,
  limitsOf,
  type PropertyView,
  propertiesOf,
  SchemaType,
  type SchemaView,
} from "./schema-view.js";

/** A parameter or a property. */
export interface Described {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
  /** The object with the description. @default that of the schema */
  readonly node?: JsonObject;
  /** Limits and defaults in Markdown, one phrase each. @default those of the schema */
  readonly limits?: readonly string[];
  /** @default those of the schema */
  readonly examples?: readonly Json[];
}

/** A table of parameters or properties. Name and type share a cell, so that the table fits a phone. */
export function DescribedTable({ label, rows }: { label: string; rows: readonly Described[] }) {
  return (
    <ScrollingTable label={label} className="properties" columns={["Name", "Description"]}>
      {rows.map(({ name, required, schema, node = schema.node, ...shown }) => (
        <tr>
          <th scope="row">
            <code>
              <BreakableText text={name} at={/(?<=\.)/} />
            </code>{" "}
            {required && <span class="required">required</span>}
            <p class="type">
              <SchemaType schema={schema} />
            </p>
          </th>
          <td>
            <Description node={node} />
            {node !== schema.node && <AssumedMark node={schema.node} />}
            <Limits limits={(shown.limits ?? limitsOf(schema)).filter((limit) => !says(node, limit))} />
            {!limitsOf(schema).some((limit) => limit.startsWith("always ")) && (
              <Examples values={shown.examples ?? arrayAt(schema.node, "examples")} />
            )}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

/** Whether a description says a limit: “Always `lock`.” */
function says(node: JsonObject, limit: string): boolean {
  return `${stringAt(node, "description")}`.toLowerCase().split(/[.,;]/).includes(limit);
}

/** Limits and defaults of a value, as a line below its description. */
export function Limits({ limits }: { limits: readonly string[] }) {
  if (limits.length === 0) return null;
  return (
    <p class="limits">
      <InlineText text={limits.join("; ")} />
    </p>
  );
}

export function Examples({ values }: { values: readonly Json[] }) {
  if (values.length === 0) return null;
  const shown = values.map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``);
  return (
    <p class="example">
      Example: <InlineText text={shown.join(", ")} />
    </p>
  );
}

/**
 * Properties with their nested properties, which have the path as their name. Named schemas are expanded to a depth;
 * deeper ones are links.
 */
export function withNested(properties: readonly PropertyView[], depth = 0): PropertyView[] {
  return properties.flatMap((property) => {
    const { name, schema } = property;
    const items = itemsOf(schema);
    const inside = [items ?? schema, ...choicesOf(schema)].filter(({ node }) => node["type"] !== "null");
    // Alternatives are not expanded. Each has a section on the page of schemas.
    const [inner, ...others] = inside.filter((one) => propertiesOf(one).length > 0);
    if (inner === undefined || others.length > 0 || (inner.name !== undefined && depth === 0)) return [property];
    const path = items === undefined ? `${name}.` : `${name}[].`;
    const nested = propertiesOf(inner).map((one) => ({ ...one, name: `${path}${one.name}` }));
    return [property, ...withNested(nested, inner.name === undefined ? depth : depth - 1)];
  });
}
