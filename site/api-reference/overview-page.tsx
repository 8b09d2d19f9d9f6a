import type { Page } from "../page.js";
import { ScrollingTable } from "../reference/scrolling-table.js";
import { summaryOf } from "./doc-comment.js";
import { DocsLine } from "./docs-text.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./exported-name.js";
import { inReadingOrder } from "./reading-order.js";

/** The first page of the part: each entry point with its names, one line for each. */
export function overviewPage(exports: ReadonlyMap<string, readonly ExportedName[]>): Page {
  return {
    path: "package/index.html",
    title: "Packages",
    label: "Overview",
    description: "Everything that the packages export, by entry point.",
    part: "Package",
    html: String(
      <>
        <h1>Packages</h1>
        <p>
          <code>content-service-client</code> is the client. <code>content-service-contract-tests</code> is for tests:
          it checks exchanges against the contract, and has the sandbox. Each part is imported from where it stands
          here.
        </p>
        {ENTRY_POINTS.map((entry) => (
          <EntryPart entry={entry} exports={exports.get(entry.specifier) ?? []} />
        ))}
        <h2 id="openapi-json">content-service-client/openapi.json</h2>
        <p>
          The contract, as one OpenAPI 3.1 document:{" "}
          <code>{'import contract from "content-service-client/openapi.json" with { type: "json" };'}</code>
        </p>
      </>,
    ),
  };
}

function EntryPart({ entry, exports }: { entry: EntryPoint; exports: readonly ExportedName[] }) {
  const { specifier, page, purpose } = entry;
  const own = exports.filter(({ home }) => home === specifier);
  // A page of its own has a row for each of them.
  const generated = page === "operations.html";
  return (
    <section>
      <h2 id={page.replace(".html", "")}>
        <a href={page}>{specifier}</a>
      </h2>
      <p>{purpose}</p>
      {generated ? (
        <p>
          <a href={page}>{own.filter(({ kind }) => kind === "constant").length - 1} operations</a>, each with the type
          of its options, and <a href={`${page}#operationTable`}>the table of all of them</a>.
        </p>
      ) : (
        <NameTable entry={entry} names={inReadingOrder(own)} />
      )}
    </section>
  );
}

function NameTable({ entry: { specifier, page }, names }: { entry: EntryPoint; names: readonly ExportedName[] }) {
  return (
    <ScrollingTable label={`Names of ${specifier}`} className="names" columns={["Name", "What it is"]}>
      {names.map(({ name, kind, doc }) => (
        <tr>
          <th scope="row">
            <a href={`${page}#${name}`}>
              <code>{kind === "function" ? `${name}()` : name}</code>
            </a>
          </th>
          <td>
            <DocsLine text={summaryOf(doc)} hrefOf={() => undefined} />
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}
