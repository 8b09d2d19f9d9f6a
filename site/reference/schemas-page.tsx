import { type Contract, objectAt, pointer, stringsAt } from "content-service-contract";
import { InlineText } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { Description, OtherProperties } from "./contract-text.js";
import { Limits, PropertyTable } from "./property-table.js";
import { choicesOf, limitsOf, partsOf, propertiesOf, SchemaType, type SchemaView, schemaView } from "./schema-view.js";

/** The page of all named schemas, with their properties. */
export function schemasPage(contract: Contract, introduction = INTRODUCTION): Page {
  return {
    path: "operations/schemas.html",
    title: "Schemas",
    description: "Every object of requests and responses, with its properties.",
    part: "Operations",
    html: String(<SchemasBody contract={contract} introduction={introduction} />),
  };
}

function SchemasBody({ contract, introduction }: { contract: Contract; introduction: string }) {
  const at = "/components/schemas";
  const names = Object.keys(contract.schemaAt(at)).toSorted((one, other) => one.localeCompare(other, "en"));
  return (
    <>
      <h1>Schemas</h1>
      <p>
        <InlineText text={introduction} />
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
  "Requests are closed: the service rejects undocumented properties. Responses are open: expect undocumented " +
  'properties and values. The types of the client have the same names: `components["schemas"]["File"]`.';

function Schema({ contract, name, schema }: { contract: Contract; name: string; schema: SchemaView }) {
  const { node } = schema;
  const choices = choicesOf(contract, schema);
  const wholes = partsOf(contract, schema).filter((part) => part.name !== undefined);
  const properties = propertiesOf(contract, schema);
  const own = new Set(Object.keys(objectAt(node, "properties")));
  const always = stringsAt(node, "required").filter((one) => !own.has(one));
  return (
    <>
      <p>
        <Description node={node} />
      </p>
      {choices.length > 0 && (
        <p>
          <SchemaType contract={contract} schema={schema} />
        </p>
      )}
      <Limits limits={limitsOf(contract, schema)} />
      {wholes.map((whole) => (
        <p>
          All properties of <SchemaType contract={contract} schema={whole} />
          {properties.length > 0 ? ", and:" : "."}
        </p>
      ))}
      {properties.length > 0 && (
        <PropertyTable contract={contract} properties={properties} label={`Properties of ${name}`} />
      )}
      {always.length > 0 && (
        <p>
          Always present: <InlineText text={always.map((one) => `\`${one}\``).join(", ")} />.
        </p>
      )}
      <OtherProperties schema={node} />
    </>
  );
}
