import { type Contract, isJsonObject, type Operation } from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";
import { AssumedMark } from "./assumed-mark.js";
import { JsonCode } from "./code.js";
import { summaryOf } from "./error-codes.js";
import { InlineText } from "./markdown-text.js";
import { PropertyTable } from "./property-table.js";
import { SchemaType } from "./schema-type.js";
import { propertiesOf, schemaView } from "./schema-view.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** The body that an operation takes, with its properties and examples; nothing where it takes none. */
export function RequestBody({ contract, operation: { requestBody } }: Props) {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || media?.schema === undefined) return null;
  const schema = schemaView(contract, media.schema);
  const properties = propertiesOf(contract, schema);
  const { additionalProperties } = schema.node;
  return (
    <>
      <h2 id="request-body">Request body</h2>
      <p>
        <InlineText text={stringAt(contract.schemaAt(requestBody.pointer), "description") ?? ""} />{" "}
        {!requestBody.required && "It may be left out. "}
        <AssumedMark node={schema.node} />
      </p>
      <p class="media">
        <code>{media.type}</code>: <SchemaType contract={contract} schema={schema} />
      </p>
      {properties.length > 0 && (
        <PropertyTable contract={contract} properties={properties} label="Properties of the body" open={1} />
      )}
      {isJsonObject(additionalProperties) && (
        <p>
          Any other name: <InlineText text={stringAt(additionalProperties, "description") ?? ""} />
        </p>
      )}
      {media.examples.map((example) => (
        <details class="example">
          <summary>
            <code>{example.name}</code> <InlineText text={summaryOf(contract, example)} />
          </summary>
          <JsonCode value={example.value} />
        </details>
      ))}
    </>
  );
}
