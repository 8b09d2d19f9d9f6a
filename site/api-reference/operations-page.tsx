import { loadContract } from "content-service-contract";
import { Code, NameCode, RequestLine, ScrollingTable } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { DocsLine, type HrefOf } from "./docs-text.js";
import { pageFacts } from "./entry-page.js";
import type { EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./read-exports.js";

/** The page of the generated operations, one row for each. The pages of the operations show their types. */
export function operationsPage(entry: EntryPoint, exports: readonly ExportedName[], hrefOf: HrefOf): Page {
  const described = exports.filter(({ name }) => ["ErrorCodes", "Operations", "operationTable"].includes(name));
  return {
    ...pageFacts(entry),
    html: String(
      <>
        <h1>{entry.specifier}</h1>
        <p>
          {entry.purpose} Each is a value for <a href={hrefOf("createPartialClient")}>createPartialClient</a>, with a
          type for its options. The page of an operation shows its parameters, request body, responses and errors.
        </p>
        <Code text={EXAMPLE} language="ts" />
        <ScrollingTable label="Operations" className="properties" columns={["Name and options type", "Request"]}>
          {loadContract().operations.map(({ id, method, path, summary }) => {
            const optionsType = `${id.charAt(0).toUpperCase()}${id.slice(1)}Options`;
            return (
              <tr id={id}>
                <th scope="row">
                  <a href={`../operations/${id}.html`}>
                    <NameCode text={id} />
                  </a>
                  <p class="type" id={optionsType}>
                    <NameCode text={optionsType} />
                  </p>
                </th>
                <td>
                  <p>{summary}</p>
                  <RequestLine method={method} path={path} />
                </td>
              </tr>
            );
          })}
        </ScrollingTable>
        {described.map(({ name, doc }) => (
          <>
            <h2 id={name}>{name}</h2>
            <p>
              <DocsLine text={doc.text} hrefOf={(other) => (other === name ? undefined : hrefOf(other))} />
            </p>
          </>
        ))}
      </>,
    ),
  };
}

const EXAMPLE = `import { createPartialClient } from "content-service-client";
import { getCurrentUser, type GetCurrentUserOptions } from "content-service-client/operations";

const options: GetCurrentUserOptions = { header: { "As-User": "1003" } };
const client = createPartialClient({ getCurrentUser }, { baseUrl: "https://api.content.example/2.0", auth: "token" });
console.log((await client.getCurrentUser(options)).name);`;
