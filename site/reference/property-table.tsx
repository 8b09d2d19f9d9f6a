import type { Contract } from "content-service-contract-tests";
import { arrayAt } from "content-service-contract-tests/contract";
import { DESCRIBED_COLUMNS, DescribedRow } from "./described-row.js";
import { boundsOf } from "./schema-type.js";
import { choicesOf, itemsOf, type PropertyView, propertiesOf } from "./schema-view.js";
import { ScrollingTable } from "./scrolling-table.js";

interface Props {
  readonly contract: Contract;
  readonly properties: readonly PropertyView[];
  /** What the rows are called, such as "Properties of the body". */
  readonly label: string;
  /** How many levels of schemas with a name are shown inside of it. @default 0 */
  readonly open?: number;
}

/** A table of properties. What is inside of one stands below it, with its path; what has a name of its own is linked. */
export function PropertyTable({ contract, properties, label, open = 0 }: Props) {
  return (
    <ScrollingTable label={label} className="properties" columns={DESCRIBED_COLUMNS}>
      {properties
        .flatMap((property) => rowsOf(contract, property, open))
        .map((row) => (
          <DescribedRow
            contract={contract}
            {...row}
            node={row.schema.node}
            bounds={boundsOf(contract, row.schema)}
            examples={arrayAt(row.schema.node, "examples")}
          />
        ))}
    </ScrollingTable>
  );
}

/** A property and what is inside of it. What has a name is opened as often as `open` says, and linked beyond. */
function rowsOf(contract: Contract, property: PropertyView, open: number): PropertyView[] {
  const { name, schema } = property;
  const items = itemsOf(contract, schema);
  const inside = [items ?? schema, ...choicesOf(contract, schema)].filter(({ node }) => node["type"] !== "null");
  // Of several kinds of object each has a page section of its own; their properties would mix here.
  const objects = inside.filter((one) => propertiesOf(contract, one).length > 0);
  const [inner, ...others] = objects;
  if (inner === undefined || others.length > 0 || (inner.name !== undefined && open === 0)) return [property];
  const left = inner.name === undefined ? open : open - 1;
  const path = items === undefined ? `${name}.` : `${name}[].`;
  const rows = propertiesOf(contract, inner).flatMap((one) =>
    rowsOf(contract, { ...one, name: `${path}${one.name}` }, left),
  );
  return [property, ...rows];
}
