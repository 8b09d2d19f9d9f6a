import { type Contract, objectAt, pointer, stringsAt } from "content-service-contract";
import { MarkdownText } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { Description, OtherProperties } from "./contract-text.js";
import { DescribedTable, Limits, withNested } from "./property-table.js";
import { choicesOf, limitsOf, propertiesOf, SchemaType, schemaView, viewsUnder } from "./schema-view.js";

export function schemasPage(contract: Contract, introduction = INTRODUCTION): Page {
  const at = "/components/schemas";
  const names = Object.keys(contract.schemaAt(at)).toSorted((one, other) => one.localeCompare(other, "en"));
  return {
    path: "operations/schemas.html",
    title: "Schemas",
    description: "Every object of requests and responses, with its properties.",
    part: "Operations",
    html: String(
      <>
        <h1>Schemas</h1>
        <MarkdownText text={introduction} />
        {names.map((name) => (
          <section class="schema">
            <h2 id={name}>{name}</h2>
            <Schema contract={contract} at={pointer(at, name)} />
          </section>
        ))}
      </>,
    ),
  };
}

const INTRODUCTION =
  "Look up the properties of every object of requests and responses. The types of the client have the same names: " +
  '`components["schemas"]["File"]`.\n\n## Unknown properties and enum values\n\nThe service rejects an unknown property of a ' +
  "request. A response can have unknown properties, and an unknown value of an enum: your program must expect both.";

function Schema({ contract, at }: { contract: Contract; at: string }) {
  const schema = schemaView(contract, at);
  const wholes = viewsUnder(schema, "allOf").filter(({ name }) => name !== undefined);
  const properties = propertiesOf(schema);
  const own = new Set(Object.keys(objectAt(schema.node, "properties")));
  const always = stringsAt(schema.node, "required").filter((name) => !own.has(name));
  return (
    <>
      <p>
        <Description node={schema.node} />
      </p>
      {choicesOf(schema).length > 0 && (
        <p>
          <SchemaType schema={schema} />
        </p>
      )}
      <Limits limits={limitsOf(schema)} />
      {wholes.map((whole) => (
        <p>
          All properties of <SchemaType schema={whole} />
          {properties.length > 0 ? ", and:" : "."}
        </p>
      ))}
      {properties.length > 0 && (
        <DescribedTable label={`Properties of ${at.split("/").at(-1)}`} rows={withNested(properties)} />
      )}
      {always.length > 0 && (
        <MarkdownText text={`Always present: ${always.map((name) => `\`${name}\``).join(", ")}.`} />
      )}
      <OtherProperties schema={schema.node} />
    </>
  );
}
