import { type Contract, isJsonObject } from "content-service-contract-tests";
import { objectAt, pointer, stringAt, stringsAt } from "content-service-contract-tests/contract";
import { InlineText } from "../elements.js";
import type { Page } from "../page.js";
import { AssumedMark } from "./assumed-mark.js";
import { Limits, PropertyTable } from "./property-table.js";
import { choicesOf, limitsOf, partsOf, propertiesOf, SchemaType, type SchemaView, schemaView } from "./schema-view.js";

/** The page of all schemas that have a name, with their properties. */
export function schemasPage(contract: Contract): Page {
  return {
    path: "operations/schemas.html",
    title: "Schemas",
    description: "Every object that the operations take and give, with its properties.",
    part: "Operations",
    html: String(<SchemasBody contract={contract} />),
  };
}

function SchemasBody({ contract }: { contract: Contract }) {
  const at = "/components/schemas";
  const names = Object.keys(contract.schemaAt(at)).toSorted((one, other) => one.localeCompare(other, "en"));
  return (
    <>
      <h1>Schemas</h1>
      <p>
        <InlineText text={INTRODUCTION} />
      </p>
      {names.map((name) => (
        <section class="schema">
          <h2 id={name}>{name}</h2>
          <Schema contract={contract} name={name} schema={schemaView(contract, pointer(at, name))} />
        </section>
      ))}
    </>
  );
}

const INTRODUCTION =
  "What is sent is closed: a property that is not listed is refused. What comes back is open: expect properties and " +
  'values that are not listed. The types of the client have the same names: `components["schemas"]["File"]`.';

function Schema({ contract, name, schema }: { contract: Contract; name: string; schema: SchemaView }) {
  const { node } = schema;
  const choices = choicesOf(contract, schema);
  const wholes = partsOf(contract, schema).filter((part) => part.name !== undefined);
  const properties = propertiesOf(contract, schema);
  const { additionalProperties } = node;
  const own = new Set(Object.keys(objectAt(node, "properties")));
  const always = stringsAt(node, "required").filter((one) => !own.has(one));
  return (
    <>
      <p>
        <InlineText text={stringAt(node, "description") ?? ""} /> <AssumedMark node={node} />
      </p>
      {choices.length > 0 && (
        <p>
          <SchemaType contract={contract} schema={schema} />
        </p>
      )}
      <Limits limits={limitsOf(contract, schema)} />
      {wholes.map((whole) => (
        <p>
          Everything of <SchemaType contract={contract} schema={whole} />
          {properties.length > 0 ? ", and:" : "."}
        </p>
      ))}
      {properties.length > 0 && (
        <PropertyTable contract={contract} properties={properties} label={`Properties of ${name}`} />
      )}
      {always.length > 0 && (
        <p>
          Always there: <InlineText text={always.map((one) => `\`${one}\``).join(", ")} />.
        </p>
      )}
      {isJsonObject(additionalProperties) && (
        <p>
          Any other name: <InlineText text={stringAt(additionalProperties, "description") ?? ""} />
        </p>
      )}
    </>
  );
}
