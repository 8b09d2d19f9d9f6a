import type { Contract, Json, JsonObject } from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";
import { AssumedMark } from "./assumed-mark.js";
import { InlineText } from "./markdown-text.js";
import { SchemaType } from "./schema-type.js";
import type { SchemaView } from "./schema-view.js";

interface Props {
  readonly contract: Contract;
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
  /** What holds the description. */
  readonly node: JsonObject;
  /** What a value is held to, one phrase each, in Markdown. */
  readonly bounds: readonly string[];
  readonly examples: readonly Json[];
}

/** The columns of a table of such rows. */
export const DESCRIBED_COLUMNS = ["Name", "Description"];

/** A parameter or a property: name and type in one cell, so that a phone has room for the other. */
export function DescribedRow({ contract, name, required, schema, node, bounds, examples }: Props) {
  return (
    <tr>
      <th scope="row">
        <PathName name={name} /> {required && <span class="required">required</span>}
        <p class="type">
          <SchemaType contract={contract} schema={schema} />
        </p>
      </th>
      <td>
        <InlineText text={stringAt(node, "description") ?? ""} /> <AssumedMark node={node} />
        {node !== schema.node && <AssumedMark node={schema.node} />}
        <Bounds bounds={bounds} />
        <Examples values={examples} />
      </td>
    </tr>
  );
}

/** What a value is held to, as a line below its description. */
export function Bounds({ bounds }: { bounds: readonly string[] }) {
  if (bounds.length === 0) return null;
  return (
    <p class="bounds">
      <InlineText text={bounds.join("; ")} />
    </p>
  );
}

/** The values that the contract shows. */
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

/** A name with its path, which may be broken where a level ends: on a phone it would push the rest away. */
function PathName({ name }: { name: string }) {
  const levels = name.split(".");
  return (
    <code>
      {levels.map((level, index) => (
        <>
          {index > 0 && <wbr />}
          {index < levels.length - 1 ? `${level}.` : level}
        </>
      ))}
    </code>
  );
}
