import { loadContract } from "content-service-contract";
import { Code, NameCode, RequestLine, ScrollingTable } from "../page/elements.js";
import type { Page } from "../page/page.js";
import type { DocComment } from "./doc-comment.js";
import { Declaration, DocsLine, DocsText, type HrefOf, TypeCode } from "./docs-text.js";
import type { EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./read-exports.js";
import type { Member } from "./read-members.js";

/** The page of an entry point: a section for each name, functions first, and links to names from other pages. */
export function entryPage(entry: EntryPoint, exports: readonly ExportedName[], hrefOf: HrefOf): Page {
  const own = exports.filter(({ home }) => home === entry.specifier);
  const others = exports.filter(({ home }) => home !== entry.specifier);
  return {
    ...pageFacts(entry),
    html: String(
      <>
        <h1>{entry.specifier}</h1>
        <p>{entry.purpose}</p>
        <Code text={importOf(entry, own)} language="ts" />
        {own.map((exported) => (
          // A name does not link to itself.
          <ExportSection exported={exported} hrefOf={(name) => (name === exported.name ? undefined : hrefOf(name))} />
        ))}
        {others.length > 0 && (
          <section>
            <h2 id="re-exported">Re-exported types</h2>
            <p>The pages of other entry points describe these types.</p>
            <ul class="names">
              {others.map(({ name }) => (
                <li id={name}>
                  <a href={hrefOf(name)}>
                    <code>{name}</code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </>,
    ),
  };
}

export function pageFacts({ specifier, owner, page, label, purpose }: EntryPoint): Omit<Page, "html"> {
  return { path: `package/${page}`, title: specifier, description: purpose, part: "Package", group: owner, label };
}

/** An import of an entry point with its first functions. */
function importOf({ specifier }: EntryPoint, exports: readonly ExportedName[]): string {
  const names = exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  const line = `import { ${names.slice(0, 4).join(", ")} } from "${specifier}";`;
  // 80 characters fit the column without scrolling.
  return line.length <= 80 ? line : line.replace(/ (?=\w+,|\w+ \})/g, "\n  ").replace(" }", ",\n}");
}

function ExportSection({ exported, hrefOf }: { exported: ExportedName; hrefOf: HrefOf }) {
  const { name, doc, code, members } = exported;
  const methods = members.filter(({ kind }) => kind !== "property");
  return (
    <section>
      <h2 id={name}>{name}</h2>
      {doc.text !== "" && <DocsText text={doc.text} hrefOf={hrefOf} />}
      {code !== `interface ${name}` && <Declaration code={code} hrefOf={hrefOf} />}
      <MemberTable owner={name} members={members} hrefOf={hrefOf} />
      <DocTags doc={doc} hrefOf={hrefOf} />
      {methods.map((method, index) => (
        <>
          {methods[index - 1]?.name !== method.name && (
            <h3 id={`${name}.${method.name}`}>
              {method.kind === "constructor" ? `new ${name}()` : `${method.name}()`}
            </h3>
          )}
          <DocsText text={method.doc.text} hrefOf={hrefOf} />
          <Declaration code={method.code} hrefOf={hrefOf} />
          <DocTags doc={method.doc} hrefOf={hrefOf} />
        </>
      ))}
    </section>
  );
}

function DocTags({ doc: { returns, throws, examples }, hrefOf }: { doc: DocComment; hrefOf: HrefOf }) {
  // A leading error name is code.
  const list = throws.map((text) => `- ${text.replace(/^[A-Z]\w*/, "`$&`").replace(/\s+/g, " ")}`).join("\n");
  return (
    <>
      {returns !== undefined && <DocsText text={`**Returns** ${returns}`} hrefOf={hrefOf} />}
      {throws.length > 0 && <DocsText text={`Throws\n\n${list}`} hrefOf={hrefOf} />}
      {examples.map((code) => (
        <Code text={code} language="ts" />
      ))}
    </>
  );
}

/** The properties of an interface or a class, one a row. */
function MemberTable({ owner, members, hrefOf }: { owner: string; members: readonly Member[]; hrefOf: HrefOf }) {
  const properties = members.filter(({ kind }) => kind === "property");
  if (properties.length === 0) return null;
  // Options show their default instead of a question mark.
  const isOptions = /(Options|Settings)$/.test(owner);
  return (
    <ScrollingTable label={`Members of ${owner}`} className="properties" columns={["Name and type", "Description"]}>
      {properties.map(({ name, optional, code, doc: { text, defaultValue } }) => (
        <tr id={`${owner}.${name}`}>
          <th scope="row">
            <code>{optional && !isOptions ? `${name}?` : name}</code>{" "}
            {isOptions && !optional && <span class="required">required</span>}
            {isOptions && optional && defaultValue === undefined && <span class="optional">optional</span>}
            <p class="type">
              <TypeCode code={code} hrefOf={hrefOf} />
            </p>
          </th>
          <td>
            <DocsLine text={text} hrefOf={hrefOf} />
            {defaultValue !== undefined && (
              <p class="limits">
                Default: <DocsLine text={shownDefault(defaultValue)} hrefOf={hrefOf} />
              </p>
            )}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

/** A value is code, with its digits in groups of three, as TypeScript writes it. */
function shownDefault(value: string): string {
  const grouped = /^\d{5,}$/.test(value) ? value.replace(/\B(?=(?:\d{3})+$)/g, "_") : value;
  return /^\S+$/.test(grouped) && !grouped.includes("`") ? `\`${grouped}\`` : grouped;
}

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
