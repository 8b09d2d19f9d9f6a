import type { Contract, Operation, Parameter } from "content-service-contract";
import { AssumedMark, Description, ExampleDetails, OtherProperties } from "./contract-text.js";
import { type Described, DescribedTable, withNested } from "./property-table.js";
import { choicesOf, itemsOf, limitsOf, propertiesOf, SchemaType, schemaView, viewsUnder } from "./schema-view.js";

export interface OperationProps {
  readonly contract: Contract;
  readonly operation: Operation;
}

export function OperationParameters({ contract, operation: { parameters } }: OperationProps) {
  if (parameters.length === 0) return null;
  const places = Object.entries({ path: "Path", query: "Query", header: "Headers" })
    .map(([place, title]) => ({ place, title, found: parameters.filter((one) => one.in === place) }))
    .filter(({ found }) => found.length > 0);
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      {places.map(({ place, title, found }) => (
        <>
          <h3 id={`parameters-${place}`}>{title}</h3>
          <DescribedTable
            label={`Parameters: ${title.toLowerCase()}`}
            rows={found.map((one) => parameterRow(contract, one))}
          />
        </>
      ))}
    </>
  );
}

function parameterRow(contract: Contract, { name, required, example, explode, ...parameter }: Parameter): Described {
  const schema = schemaView(contract, parameter.schema);
  const isJoined = itemsOf(schema) !== undefined && !explode && parameter.in !== "path";
  const limits = [...limitsOf(schema), ...(isJoined ? ["values are separated by commas"] : [])];
  const examples = example === undefined ? [] : [Array.isArray(example) ? example.join(",") : example];
  return { name, required, schema, node: contract.schemaAt(parameter.pointer), limits, examples };
}

export function RequestBody({ contract, operation: { requestBody } }: OperationProps) {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || media?.schema === undefined) return null;
  const schema = schemaView(contract, media.schema);
  const properties = propertiesOf(schema);
  const choices = properties.length > 0 ? [] : choicesOf(schema);
  // What the alternatives share is a schema of its own.
  const parts = [...choices, ...choices.flatMap((choice) => viewsUnder(choice, "allOf"))];
  return (
    <>
      <h2 id="request-body">Request body</h2>
      <p>
        <Description node={contract.schemaAt(requestBody.pointer)} /> {!requestBody.required && "Optional. "}
        <AssumedMark node={schema.node} />
      </p>
      <p class="media">
        <code>{media.type}</code>: <SchemaType schema={schema} />
      </p>
      {properties.length > 0 && <DescribedTable label="Properties of the body" rows={withNested(properties, 1)} />}
      {[...new Map(parts.map((part) => [part.name, part])).values()].map((part) => (
        <>
          <h3 id={`body-${part.name}`}>{part.name}</h3>
          <p>
            <Description node={part.node} />
          </p>
          <DescribedTable label={`Properties of ${part.name}`} rows={withNested(propertiesOf(part))} />
        </>
      ))}
      <OtherProperties schema={schema.node} />
      {media.examples.map((example) => (
        <ExampleDetails contract={contract} example={example} />
      ))}
    </>
  );
}
