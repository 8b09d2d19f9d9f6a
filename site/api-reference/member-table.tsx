import { ScrollingTable } from "../reference/scrolling-table.js";
import { DocsLine, TypeCode } from "./docs-text.js";
import type { Member } from "./exported-name.js";
import type { HrefOf } from "./name-links.js";

interface Props {
  readonly owner: string;
  readonly members: readonly Member[];
  readonly hrefOf: HrefOf;
}

/** The properties of an interface or a class, one a row, as the reference of the operations shows properties. */
export function MemberTable({ owner, members, hrefOf }: Props) {
  const properties = members.filter(({ kind }) => kind === "property");
  if (properties.length === 0) return null;
  // Of options that can be left out, a reader asks what holds then.
  const isOptions = owner.endsWith("Options");
  return (
    <ScrollingTable label={`Members of ${owner}`} className="properties" columns={["Name and type", "Description"]}>
      {properties.map(({ name, optional, code, doc }) => (
        <tr id={`${owner}.${name}`}>
          <th scope="row">
            <code>{optional && !isOptions ? `${name}?` : name}</code>{" "}
            {isOptions && !optional && <span class="required">required</span>}
            <p class="type">
              <TypeCode code={code} hrefOf={hrefOf} />
            </p>
          </th>
          <td>
            <DocsLine text={doc.text} hrefOf={hrefOf} />
            {((isOptions && optional) || doc.defaultValue !== undefined) && (
              <p class="bounds">
                Default: <Default value={doc.defaultValue ?? "none"} hrefOf={hrefOf} />
              </p>
            )}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function Default({ value, hrefOf }: { value: string; hrefOf: HrefOf }) {
  if (value === "none") return <>none</>;
  return /^\S+$/.test(value) ? <code>{grouped(value)}</code> : <DocsLine text={value} hrefOf={hrefOf} />;
}

/** A large number as it can be written in code, and read. */
function grouped(value: string): string {
  return /^\d{5,}$/.test(value) ? value.replace(/\B(?=(?:\d{3})+$)/g, "_") : value;
}
