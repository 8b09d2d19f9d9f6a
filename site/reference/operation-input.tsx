import type { Contract, Operation, Parameter } from "content-service-contract";
import { ScrollingTable } from "../page/elements.js";
import { AssumedMark, Description, ExampleDetails, OtherProperties } from "./contract-text.js";
import { DESCRIBED_COLUMNS, DescribedRow, PropertyTable } from "./property-table.js";
import { itemsOf, limitsOf, propertiesOf, SchemaType, schemaView } from "./schema-view.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** The parameters of an operation, by their place in the request. */
export function OperationParameters({ contract, operation }: Props) {
  if (operation.parameters.length === 0) return null;
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      {PLACES.map(([place, title]) => {
        const parameters = operation.parameters.filter((one) => one.in === place);
        if (parameters.length === 0) return null;
        const label = `Parameters: ${title.toLowerCase()}`;
        return (
          <>
            <h3 id={`parameters-${place}`}>{title}</h3>
            <ScrollingTable label={label} className="properties" columns={DESCRIBED_COLUMNS}>
              {parameters.map((parameter) => (
                <ParameterRow contract={contract} parameter={parameter} />
              ))}
            </ScrollingTable>
          </>
        );
      })}
    </>
  );
}

const PLACES = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
] as const;

function ParameterRow({ contract, parameter }: { contract: Contract; parameter: Parameter }) {
  const { name, required, example, explode, in: place } = parameter;
  const node = contract.schemaAt(parameter.pointer);
  const schema = schemaView(contract, parameter.schema);
  const items = itemsOf(contract, schema);
  const separator = items === undefined || explode || place === "path" ? [] : ["values are separated by commas"];
  return (
    <DescribedRow
      contract={contract}
      {...{ name, required, schema, node }}
      limits={[...limitsOf(contract, schema), ...separator]}
      examples={example === undefined ? [] : [Array.isArray(example) ? example.join(",") : example]}
    />
  );
}

/** The request body of an operation, with its properties and examples. */
export function RequestBody({ contract, operation: { requestBody } }: Props) {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || media?.schema === undefined) return null;
  const schema = schemaView(contract, media.schema);
  const properties = propertiesOf(contract, schema);
  return (
    <>
      <h2 id="request-body">Request body</h2>
      <p>
        <Description node={contract.schemaAt(requestBody.pointer)} /> {!requestBody.required && "Optional. "}
        <AssumedMark node={schema.node} />
      </p>
      <p class="media">
        <code>{media.type}</code>: <SchemaType contract={contract} schema={schema} />
      </p>
      {properties.length > 0 && (
        <PropertyTable contract={contract} properties={properties} label="Properties of the body" depth={1} />
      )}
      <OtherProperties schema={schema.node} />
      {media.examples.map((example) => (
        <ExampleDetails contract={contract} example={example} />
      ))}
    </>
  );
}
