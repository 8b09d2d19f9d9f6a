import { arrayAt, type Contract, isJsonObject, type Operation, stringAt, stringsAt } from "content-service-contract";
import { InlineText, RequestLine, ScrollingTable } from "../page/elements.js";

/** All operations of a document, with a heading and a table for each tag. */
export function TagTables({ contract }: { contract: Contract }) {
  return (
    <>
      {arrayAt(contract.document, "tags")
        .filter(isJsonObject)
        .map((tag) => {
          const name = stringAt(tag, "name") ?? "";
          const own = contract.operations.filter((operation) => tagOf(contract, operation) === name);
          return <Tag name={name} text={stringAt(tag, "description") ?? ""} operations={own} />;
        })}
    </>
  );
}

/** The tag of an operation. */
export function tagOf(contract: Contract, { pointer }: Operation): string {
  return stringsAt(contract.schemaAt(pointer), "tags")[0] ?? "";
}

/** The id of the heading of a tag. */
export function tagId(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
}

interface TagProps {
  readonly name: string;
  readonly text: string;
  readonly operations: readonly Operation[];
}

function Tag({ name, text, operations }: TagProps) {
  return (
    <>
      <h2 id={tagId(name)}>{name}</h2>
      <p>
        <InlineText text={text} />
      </p>
      <ScrollingTable label={name} className="operations" columns={["Operation", "Request"]}>
        {operations.map(({ id, method, path, summary }) => (
          <tr>
            <th scope="row">
              <a href={`${id}.html`}>{summary}</a>
              <p class="type">
                <code>{id}</code>
              </p>
            </th>
            <td>
              <RequestLine method={method} path={path} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}
