import { arrayAt, type Contract, isJsonObject, type Operation, stringAt, stringsAt } from "content-service-contract";
import { MarkdownText, RequestLine, ScrollingTable } from "../page/elements.js";

/** All operations of a document, with a heading and a table for each tag. */
export function TagTables({ contract }: { contract: Contract }) {
  return arrayAt(contract.document, "tags")
    .filter(isJsonObject)
    .map((tag) => {
      const name = stringAt(tag, "name") ?? "";
      return (
        <>
          <h2 id={tagId(name)}>{name}</h2>
          <MarkdownText text={stringAt(tag, "description") ?? ""} />
          <ScrollingTable label={name} className="operations" columns={["Operation", "Request"]}>
            {contract.operations
              .filter((operation) => tagOf(contract, operation) === name)
              .map(({ id, method, path, summary }) => (
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
    });
}

export function tagOf(contract: Contract, { pointer }: Operation): string {
  return stringsAt(contract.schemaAt(pointer), "tags")[0] ?? "";
}

export function tagId(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
}
