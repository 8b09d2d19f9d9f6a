import { raw } from "hono/html";
import { codeBlock } from "../highlight.js";
import type { Page } from "../page.js";
import { ScrollingTable } from "../reference/scrolling-table.js";
import { summaryOf } from "./doc-comment.js";
import { DocsLine } from "./docs-text.js";
import { pageFacts } from "./entry-page.js";
import type { EntryPoint } from "./entry-points.js";
import type { ExportedName, Member } from "./exported-name.js";
import type { HrefOf } from "./name-links.js";

interface Operation {
  readonly id: string;
  /** Method and path. */
  readonly request: string;
  readonly summary: string;
  readonly optionsType: string;
}

/**
 * The page of what is made from the contract: one row for each operation. Its input and its answers stand on the page
 * of the operation, so they are not written out as types a second time.
 */
export function operationsPage(entry: EntryPoint, exports: readonly ExportedName[], hrefOf: HrefOf): Page {
  const methods = exports.find(({ name }) => name === "Operations");
  if (methods === undefined) throw new Error("the type Operations is missing");
  const operations = methods.members.map(operationOf);
  const inRows = new Set(operations.flatMap(({ id, optionsType }) => [id, optionsType]));
  const table = exports.find(({ name }) => name === "operationTable");
  const forgotten = exports.filter(
    ({ name }) => !inRows.has(name) && ![methods, table].some((shown) => shown?.name === name),
  );
  if (forgotten.length > 0) throw new Error(`nothing describes ${forgotten.map(({ name }) => name).join(", ")}`);
  return {
    ...pageFacts(entry),
    html: String(
      <>
        <h1>{entry.specifier}</h1>
        <p>{entry.purpose}</p>
        <h2 id="Operations">Operations</h2>
        <p>
          <DocsLine text={methods.doc.text} hrefOf={(name) => (name === "Operations" ? undefined : hrefOf(name))} />{" "}
          Each one also is a value of that name here, for{" "}
          <a href={hrefOf("createPartialClient")}>createPartialClient</a>, and has a type for its options. The page of
          an operation shows its input, its answers and its errors.
        </p>
        {raw(codeBlock(EXAMPLE, "ts"))}
        <OperationTable operations={operations} />
        {table !== undefined && (
          <>
            <h2 id={table.name}>{table.name}</h2>
            <p>
              <DocsLine text={table.doc.text} hrefOf={hrefOf} /> A client that is made with it has all of them, as{" "}
              <a href={hrefOf("createClient")}>createClient</a> makes it.
            </p>
          </>
        )}
      </>,
    ),
  };
}

const EXAMPLE = `import { createPartialClient } from "content-service-client";
import { getCurrentUser, type GetCurrentUserOptions } from "content-service-client/operations";

const options: GetCurrentUserOptions = { header: { "As-User": "1003" } };
const client = createPartialClient({ getCurrentUser }, { baseUrl: "https://api.content.example/2.0", auth: "token" });
console.log((await client.getCurrentUser(options)).name);`;

function OperationTable({ operations }: { operations: readonly Operation[] }) {
  return (
    <ScrollingTable
      label="Operations"
      className="properties"
      columns={["Name", "What it does, its request, and the type of its options"]}
    >
      {operations.map(({ id, request, summary, optionsType }) => (
        <tr id={id}>
          <th scope="row">
            <a href={`../operations/${id}.html`}>
              <BreakableName name={id} />
            </a>
          </th>
          <td>
            {summary}
            <p class="bounds">
              <code>{request}</code>
            </p>
            <p class="type" id={optionsType}>
              <BreakableName name={optionsType} />
            </p>
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

/** A name that may be broken where a word ends: on a phone it would push the rest away. */
function BreakableName({ name }: { name: string }) {
  return <code>{raw(name.replace(/(?=[A-Z])/g, "<wbr>"))}</code>;
}

/** What the generator writes into the docstring of a method: a summary, then the request. */
function operationOf({ name, doc }: Member): Operation {
  const request = /^`([A-Z]+ \S+)`$/m.exec(doc.text)?.[1];
  if (request === undefined) throw new Error(`the docstring of ${name} names no request`);
  const optionsType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Options`;
  return { id: name, request, summary: summaryOf(doc), optionsType };
}
