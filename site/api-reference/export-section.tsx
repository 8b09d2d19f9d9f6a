import { raw } from "hono/html";
import { codeBlock } from "../highlight.js";
import type { DocComment } from "./doc-comment.js";
import { Declaration, DocsText, ThrowsLine } from "./docs-text.js";
import type { ExportedName, Member } from "./exported-name.js";
import { MemberTable } from "./member-table.js";
import type { HrefOf } from "./name-links.js";

interface Props {
  readonly exported: ExportedName;
  readonly hrefOf: HrefOf;
}

/** All that is to be said of one name. */
export function ExportSection({ exported, hrefOf }: Props) {
  const { name, doc, code, named, members } = exported;
  // A link that leads to where it stands is none.
  const elsewhere: HrefOf = (other) => (other === name ? undefined : hrefOf(other));
  // The table says all of it, and more.
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
        .map((member) => (
          <Method owner={name} member={member} hrefOf={elsewhere} />
        ))}
    </section>
  );
}

function Method({ owner, member, hrefOf }: { owner: string; member: Member; hrefOf: HrefOf }) {
  const { name, kind, code, doc } = member;
  return (
    <>
      <h3 id={`${owner}.${name}`}>{kind === "constructor" ? `new ${owner}()` : `${name}()`}</h3>
      <DocsText text={doc.text} hrefOf={hrefOf} />
      <Declaration code={code} hrefOf={hrefOf} />
      <DocTags doc={doc} hrefOf={hrefOf} />
    </>
  );
}

function DocTags({ doc, hrefOf }: { doc: DocComment; hrefOf: HrefOf }) {
  return (
    <>
      {doc.returns !== undefined && <DocsText text={`**Gives** ${doc.returns}`} hrefOf={hrefOf} />}
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
