import { readFileSync } from "node:fs";
import {
  arrayAt,
  type Contract,
  isJsonObject,
  type JsonObject,
  type NamedExample,
  type Operation,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { InlineText, JsonCode, MarkdownText, RequestLine, ScrollingTable } from "../page/elements.js";
import { exampleSummary } from "../samples/samples-of.js";

/** The description of a node of the contract, with the mark of its assumption. */
export function Description({ node }: { node: JsonObject }) {
  return (
    <>
      <InlineText text={stringAt(node, "description") ?? ""} /> <AssumedMark node={node} />
    </>
  );
}

/** The description of properties that a schema does not name, if it allows them. */
export function OtherProperties({ schema: { additionalProperties } }: { schema: JsonObject }) {
  if (!isJsonObject(additionalProperties)) return null;
  return <MarkdownText text={`Any other name: ${stringAt(additionalProperties, "description") ?? ""}`} />;
}

/** A named example of the contract, folded. Nothing for a value that was generated from a schema without examples. */
export function ExampleDetails({ contract, example }: { contract: Contract; example: NamedExample }) {
  if (example.name === "generated") return null;
  return (
    <details class="example">
      <summary>
        <code>{example.name}</code> <InlineText text={exampleSummary(contract, example)} />
      </summary>
      <AssumedMark node={contract.schemaAt(example.pointer.replace(/\/value$/, ""))} />
      <JsonCode value={example.value} />
    </details>
  );
}

/** A mark with the assumption of a node. Nothing for a node without an assumption. */
export function AssumedMark({ node }: { node: JsonObject }) {
  const id = stringAt(node, "x-assumed");
  if (id === undefined) return null;
  const reason = reasons.get(id);
  if (reason === undefined) throw new Error(`docs/assumptions.md has no ${id}`);
  return (
    <a class="assumed" href={`../project/assumptions.html#${id}`} title={`${id}, ${reason}`}>
      assumed
    </a>
  );
}

/** The open question and the assumption of each decision. */
const reasons = readReasons();

function readReasons(): Map<string, string> {
  const page = readFileSync(new URL("../../docs/assumptions.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (D\d\d) +\| (.*?) +\| (.*?) +\|$/gm)];
  return new Map(rows.map(([, id = "", open = "", assumed = ""]) => [id, `${open}: ${assumed.replaceAll("`", "")}`]));
}

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
