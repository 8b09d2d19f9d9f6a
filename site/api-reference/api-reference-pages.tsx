import { ScrollingTable } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { summaryOf } from "./doc-comment.js";
import { DocsLine, hrefsFrom } from "./docs-text.js";
import { entryPage, operationsPage } from "./entry-page.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import { type ExportedName, readExports } from "./read-exports.js";

/** The reference of the packages from their docstrings: an overview, and a page for each entry point. */
export function apiReferencePages(): Page[] {
  const exports = readExports();
  const pages = ENTRY_POINTS.map((entry) => {
    const names = exports.get(entry.specifier) ?? [];
    const page = entry.page === "operations.html" ? operationsPage : entryPage;
    return page(entry, names, hrefsFrom(entry, exports));
  });
  return [overviewPage(exports), ...pages];
}

/** The overview: each entry point with one line for each name. */
function overviewPage(exports: ReadonlyMap<string, readonly ExportedName[]>): Page {
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
          <code>content-service-client</code> is the client. <code>content-service-contract-tests</code> checks
          exchanges and services against the contract. <code>content-service-sandbox</code> is a local service for
          development and tests. Each heading below is a module to import.
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
  // The page of the operations has a row for each.
  const own = exports.filter(({ home }) => home === specifier && page !== "operations.html");
  return (
    <section>
      <h2 id={page.replace(".html", "")}>
        <a href={page}>{specifier}</a>
      </h2>
      <p>{purpose}</p>
      {own.length > 0 && (
        <ScrollingTable label={`Names of ${specifier}`} className="names" columns={["Name", "Description"]}>
          {own.map(({ name, kind, doc }) => (
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
      )}
    </section>
  );
}
