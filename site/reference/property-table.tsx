import { arrayAt, type Contract, type Json, type JsonObject } from "content-service-contract";
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

interface RowProps {
  readonly contract: Contract;
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
  /** The object with the description. */
  readonly node: JsonObject;
  /** Limits and defaults in Markdown, one phrase each. */
  readonly limits: readonly string[];
  readonly examples: readonly Json[];
}

/** The columns of a table of `DescribedRow`. */
export const DESCRIBED_COLUMNS = ["Name", "Description"];

/** A parameter or a property. Name and type share a cell, so that the table fits a phone. */
export function DescribedRow({ contract, name, required, schema, node, limits, examples }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <code>
          <BreakableText text={name} at={/(?<=\.)/} />
        </code>{" "}
        {required && <span class="required">required</span>}
        <p class="type">
          <SchemaType contract={contract} schema={schema} />
        </p>
      </th>
      <td>
        <Description node={node} />
        {node !== schema.node && <AssumedMark node={schema.node} />}
        <Limits limits={limits} />
        <Examples values={examples} />
      </td>
    </tr>
  );
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

/** The example values of the contract. */
export function Examples({ values }: { values: readonly Json[] }) {
  if (values.length === 0) return null;
  return (
    <p class="example">
      Example:{" "}
      {values.map((value, index) => (
        <>
          {index > 0 && ", "}
          <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>
        </>
      ))}
    </p>
  );
}

interface TableProps {
  readonly contract: Contract;
  readonly properties: readonly PropertyView[];
  /** The label of the table, such as "Properties of the body". */
  readonly label: string;
  /** How many levels of named schemas to expand; deeper ones are links. @default 0 */
  readonly depth?: number;
}

/** A table of properties. Nested properties follow their parent, with their path. */
export function PropertyTable({ contract, properties, label, depth = 0 }: TableProps) {
  return (
    <ScrollingTable label={label} className="properties" columns={DESCRIBED_COLUMNS}>
      {properties
        .flatMap((property) => rowsOf(contract, property, depth))
        .map((row) => (
          <DescribedRow
            contract={contract}
            {...row}
            node={row.schema.node}
            limits={limitsOf(contract, row.schema)}
            examples={arrayAt(row.schema.node, "examples")}
          />
        ))}
    </ScrollingTable>
  );
}

/** A property and its nested properties. */
function rowsOf(contract: Contract, property: PropertyView, depth: number): PropertyView[] {
  const { name, schema } = property;
  const items = itemsOf(contract, schema);
  const inside = [items ?? schema, ...choicesOf(contract, schema)].filter(({ node }) => node["type"] !== "null");
  // Alternatives are not expanded. Each has a section on the page of schemas.
  const objects = inside.filter((one) => propertiesOf(contract, one).length > 0);
  const [inner, ...others] = objects;
  if (inner === undefined || others.length > 0 || (inner.name !== undefined && depth === 0)) return [property];
  const left = inner.name === undefined ? depth : depth - 1;
  const path = items === undefined ? `${name}.` : `${name}[].`;
  const rows = propertiesOf(contract, inner).flatMap((one) =>
    rowsOf(contract, { ...one, name: `${path}${one.name}` }, left),
  );
  return [property, ...rows];
}
