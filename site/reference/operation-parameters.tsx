import type { Contract, Operation, Parameter } from "content-service-contract-tests";
import { DESCRIBED_COLUMNS, DescribedRow } from "./described-row.js";
import { boundsOf } from "./schema-type.js";
import { itemsOf, schemaView } from "./schema-view.js";
import { ScrollingTable } from "./scrolling-table.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** The parameters of an operation, by the place where they travel; nothing where it has none. */
export function OperationParameters({ contract, operation }: Props) {
  if (operation.parameters.length === 0) return null;
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      {PLACES.map(([place, title]) => {
        const parameters = operation.parameters.filter((one) => one.in === place);
        return parameters.length === 0 ? null : <Parameters contract={contract} {...{ place, title, parameters }} />;
      })}
    </>
  );
}

const PLACES = [
  ["path", "In the path"],
  ["query", "In the query"],
  ["header", "In the headers"],
] as const;

interface PlaceProps {
  readonly contract: Contract;
  readonly place: string;
  readonly title: string;
  readonly parameters: readonly Parameter[];
}

function Parameters({ contract, place, title, parameters }: PlaceProps) {
  return (
    <>
      <h3 id={`parameters-${place}`}>{title}</h3>
      <ScrollingTable label={`Parameters: ${title.toLowerCase()}`} className="properties" columns={DESCRIBED_COLUMNS}>
        {parameters.map((parameter) => (
          <ParameterRow contract={contract} parameter={parameter} />
        ))}
      </ScrollingTable>
    </>
  );
}

function ParameterRow({ contract, parameter }: { contract: Contract; parameter: Parameter }) {
  const { name, required, example, explode, in: place } = parameter;
  const node = contract.schemaAt(parameter.pointer);
  const schema = schemaView(contract, parameter.schema);
  const items = itemsOf(contract, schema);
  const travels = items === undefined || explode || place === "path" ? [] : ["several are separated by commas"];
  return (
    <DescribedRow
      contract={contract}
      {...{ name, required, schema, node }}
      bounds={[...boundsOf(contract, schema), ...travels]}
      examples={example === undefined ? [] : [Array.isArray(example) ? example.join(",") : example]}
    />
  );
}
