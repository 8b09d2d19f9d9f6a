import { raw } from "hono/html";
import { codeBlock } from "../highlight.js";
import type { Page } from "../page.js";
import type { EntryPoint } from "./entry-points.js";
import { ExportSection } from "./export-section.js";
import type { ExportedName } from "./exported-name.js";
import { importOf } from "./import-of.js";
import type { HrefOf } from "./name-links.js";
import { inReadingOrder } from "./reading-order.js";

/** The page of an entry point: a section for each name, functions first, and links to what another page describes. */
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

/** Everything of a page but its content. */
export function pageFacts({ specifier, package: owner, page, label, purpose }: EntryPoint): Omit<Page, "html"> {
  return { path: `package/${page}`, title: specifier, description: purpose, part: "Package", group: owner, label };
}

/** Names that this entry point has too. */
function FromElsewhere({ exports, hrefOf }: { exports: readonly ExportedName[]; hrefOf: HrefOf }) {
  if (exports.length === 0) return null;
  return (
    <section>
      <h2 id="exported-here-too">Exported here too</h2>
      <p>Another entry point describes these. Here they are types only.</p>
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
