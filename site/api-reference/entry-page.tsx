import { raw } from "hono/html";
import { ScrollingTable } from "../page/elements.js";
import { codeBlock } from "../page/highlight.js";
import type { Page } from "../page/page.js";
import type { DocComment } from "./doc-comment.js";
import { Declaration, DocsLine, DocsText, type HrefOf, ThrowsLine, TypeCode } from "./docs-text.js";
import type { EntryPoint } from "./entry-points.js";
import { type ExportedName, inReadingOrder, type Member } from "./exported-name.js";

/** The page of an entry point: a section for each name, functions first, and links to names from other pages. */
export function entryPage(entry: EntryPoint, exports: readonly ExportedName[], hrefOf: HrefOf): Page {
  const own = exports.filter(({ home }) => home === entry.specifier);
  return {
    ...pageFacts(entry),
    html: String(
      <>
        <h1>{entry.specifier}</h1>
        <p>{entry.purpose}</p>
        {raw(codeBlock(importOf(entry, own), "ts"))}
        {inReadingOrder(own).map((exported) => (
          <ExportSection exported={exported} hrefOf={hrefOf} />
        ))}
        <FromElsewhere exports={exports.filter(({ home }) => home !== entry.specifier)} hrefOf={hrefOf} />
      </>,
    ),
  };
}

/** The fields of a page except its content. */
export function pageFacts({ specifier, owner, page, label, purpose }: EntryPoint): Omit<Page, "html"> {
  return { path: `package/${page}`, title: specifier, description: purpose, part: "Package", group: owner, label };
}

/** Names that another entry point describes. */
function FromElsewhere({ exports, hrefOf }: { exports: readonly ExportedName[]; hrefOf: HrefOf }) {
  if (exports.length === 0) return null;
  return (
    <section>
      <h2 id="re-exported">Re-exported types</h2>
      <p>The pages of other entry points describe these types.</p>
      <ul class="names">
        {exports.map(({ name }) => (
          <li id={name}>
            <a href={hrefOf(name)}>
              <code>{name}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An import of an entry point with its first functions. */
function importOf({ specifier }: EntryPoint, exports: readonly ExportedName[]): string {
  const names = exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  const line = `import { ${names.slice(0, 4).join(", ")} } from "${specifier}";`;
  // 80 characters fit the column without scrolling.
  return line.length <= 80 ? line : line.replace(/ (?=\w+,|\w+ \})/g, "\n  ").replace(" }", ",\n}");
}

/** Everything about one name. */
function ExportSection({ exported, hrefOf }: { exported: ExportedName; hrefOf: HrefOf }) {
  const { name, doc, code, named, members } = exported;
  // A name does not link to itself.
  const elsewhere: HrefOf = (other) => (other === name ? undefined : hrefOf(other));
  // The table has everything that a bare declaration says.
  const isBare = code === `interface ${name}` && named === "";
  return (
    <section>
      <h2 id={name}>{name}</h2>
      {doc.text !== "" && <DocsText text={doc.text} hrefOf={elsewhere} />}
      {!isBare && <Declaration code={named === "" ? code : `${code}\n\n// where\n${named}`} hrefOf={elsewhere} />}
      <MemberTable owner={name} members={members} hrefOf={elsewhere} />
      <DocTags doc={doc} hrefOf={elsewhere} />
      {members
        .filter(({ kind }) => kind !== "property")
        .map((member, index, methods) => (
          <Method
            owner={name}
            member={member}
            isOverload={methods[index - 1]?.name === member.name}
            hrefOf={elsewhere}
          />
        ))}
    </section>
  );
}

interface MethodProps {
  readonly owner: string;
  readonly member: Member;
  /** Overloads have one heading. */
  readonly isOverload: boolean;
  readonly hrefOf: HrefOf;
}

function Method({ owner, member, isOverload, hrefOf }: MethodProps) {
  const { name, kind, code, doc } = member;
  return (
    <>
      {!isOverload && <h3 id={`${owner}.${name}`}>{kind === "constructor" ? `new ${owner}()` : `${name}()`}</h3>}
      <DocsText text={doc.text} hrefOf={hrefOf} />
      <Declaration code={code} hrefOf={hrefOf} />
      <DocTags doc={doc} hrefOf={hrefOf} />
    </>
  );
}

function DocTags({ doc, hrefOf }: { doc: DocComment; hrefOf: HrefOf }) {
  return (
    <>
      {doc.returns !== undefined && <DocsText text={`**Returns** ${doc.returns}`} hrefOf={hrefOf} />}
      {doc.throws.length > 0 && (
        <>
          <p>Throws</p>
          <ul>
            {doc.throws.map((text) => (
              <li>
                <ThrowsLine text={text} hrefOf={hrefOf} />
              </li>
            ))}
          </ul>
        </>
      )}
      {doc.examples.map((code) => raw(codeBlock(code, "ts")))}
    </>
  );
}

interface MemberTableProps {
  readonly owner: string;
  readonly members: readonly Member[];
  readonly hrefOf: HrefOf;
}

/** The properties of an interface or a class, one a row. */
function MemberTable({ owner, members, hrefOf }: MemberTableProps) {
  const properties = members.filter(({ kind }) => kind === "property");
  if (properties.length === 0) return null;
  // Options show their default instead of a question mark.
  const isOptions = /(Options|Settings)$/.test(owner);
  return (
    <ScrollingTable label={`Members of ${owner}`} className="properties" columns={["Name and type", "Description"]}>
      {properties.map(({ name, optional, code, doc }) => (
        <tr id={`${owner}.${name}`}>
          <th scope="row">
            <code>{optional && !isOptions ? `${name}?` : name}</code>{" "}
            {isOptions && !optional && <span class="required">required</span>}
            {isOptions && optional && doc.defaultValue === undefined && <span class="optional">optional</span>}
            <p class="type">
              <TypeCode code={code} hrefOf={hrefOf} />
            </p>
          </th>
          <td>
            <DocsLine text={doc.text} hrefOf={hrefOf} />
            {doc.defaultValue !== undefined && (
              <p class="limits">
                Default: <Default value={doc.defaultValue} hrefOf={hrefOf} />
              </p>
            )}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function Default({ value, hrefOf }: { value: string; hrefOf: HrefOf }) {
  return /^\S+$/.test(value) ? <code>{grouped(value)}</code> : <DocsLine text={value} hrefOf={hrefOf} />;
}

/** A large number in groups of three digits, as TypeScript writes it. */
function grouped(value: string): string {
  return /^\d{5,}$/.test(value) ? value.replace(/\B(?=(?:\d{3})+$)/g, "_") : value;
}
