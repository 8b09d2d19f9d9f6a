import { raw } from "hono/html";
import { BreakableText, ScrollingTable } from "../page/elements.js";
import { codeBlock } from "../page/highlight.js";
import type { Page } from "../page/page.js";
import { summaryOf } from "./doc-comment.js";
import { DocsLine, type HrefOf } from "./docs-text.js";
import { pageFacts } from "./entry-page.js";
import type { EntryPoint } from "./entry-points.js";
import type { ExportedName, Member } from "./exported-name.js";

/** The page of the generated operations, one row for each. The pages of the operations show their types. */
export function operationsPage(entry: EntryPoint, exports: readonly ExportedName[], hrefOf: HrefOf): Page {
  const methods = exports.find(({ name }) => name === "Operations");
  if (methods === undefined) throw new Error("generated/operations.ts does not export Operations");
  const operations = methods.members.map(operationOf);
  const inRows = new Set(operations.flatMap(({ id, optionsType }) => [id, optionsType]));
  const table = exports.find(({ name }) => name === "operationTable");
  const missing = exports.filter(
    ({ name }) => !inRows.has(name) && ![methods, table].some((shown) => shown?.name === name),
  );
  if (missing.length > 0) throw new Error(`The page has no row for ${missing.map(({ name }) => name).join(", ")}`);
  return {
    ...pageFacts(entry),
    html: String(
      <>
        <h1>{entry.specifier}</h1>
        <p>{entry.purpose}</p>
        <h2 id="Operations">Operations</h2>
        <p>
          <DocsLine text={methods.doc.text} hrefOf={(name) => (name === "Operations" ? undefined : hrefOf(name))} />{" "}
          Each operation is also a value of this module, for{" "}
          <a href={hrefOf("createPartialClient")}>createPartialClient</a>, and has a type for its options. The page of
          an operation shows its parameters, request body, responses and errors.
        </p>
        {raw(codeBlock(EXAMPLE, "ts"))}
        <OperationTable operations={operations} />
        {table !== undefined && (
          <>
            <h2 id={table.name}>{table.name}</h2>
            <p>
              <DocsLine text={table.doc.text} hrefOf={hrefOf} /> A client with this table has every method, as with{" "}
              <a href={hrefOf("createClient")}>createClient</a>.
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

function OperationTable({ operations }: { operations: readonly ReturnType<typeof operationOf>[] }) {
  return (
    <ScrollingTable label="Operations" className="properties" columns={["Name", "Summary, request and options type"]}>
      {operations.map(({ id, request, summary, optionsType }) => (
        <tr id={id}>
          <th scope="row">
            <a href={`../operations/${id}.html`}>
              <code>
                <BreakableText text={id} at={WORD_START} />
              </code>
            </a>
          </th>
          <td>
            {summary}
            <p class="limits">
              <code>{request}</code>
            </p>
            <p class="type" id={optionsType}>
              <code>
                <BreakableText text={optionsType} at={WORD_START} />
              </code>
            </p>
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

/** Where a long name breaks, so that it fits a phone. */
const WORD_START = /(?<=.)(?=[A-Z])/;

/** Reads the docstring that the generator writes for a method: a summary, then the request with its method and path. */
function operationOf({ name, doc }: Member) {
  const request = /^`([A-Z]+ \S+)`$/m.exec(doc.text)?.[1];
  if (request === undefined)
    throw new Error(`Expected a line such as \`GET /users/me\` in the docstring of ${name}; received ${doc.text}`);
  const optionsType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Options`;
  return { id: name, request, summary: summaryOf(doc), optionsType };
}
