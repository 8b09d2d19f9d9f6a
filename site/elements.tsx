import type { Json } from "content-service-contract-tests";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { codeBlock } from "./highlight.js";
import { renderInline, renderMarkdown } from "./markdown.js";

/** A name that may be broken after each underscore, where a column is narrower than it. */
export function BreakableName({ name }: { name: string }) {
  return (
    <>
      {name.split(/(?<=_)/).map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

interface Props {
  /** What the table is called for those who hear it. */
  readonly label: string;
  readonly className: string;
  /** The headings of the columns. */
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: Child;
}

/** A table that scrolls by itself where it is wider than the column, also with the keyboard. */
export function ScrollingTable({ label, className, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and this is none.
    <div class="table" role="group" aria-label={label} tabindex={0}>
      <table class={className}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A block of code with its colours. */
export function Code({ text, language }: { text: string; language: "ts" | "sh" | "json" }) {
  return raw(codeBlock(text.trimEnd(), language));
}

/** A value of the contract as a block of JSON. */
export function JsonCode({ value }: { value: Json }) {
  return <Code text={JSON.stringify(value, null, 2)} language="json" />;
}

/** Markdown of the contract, in paragraphs. */
export function MarkdownText({ text }: { text: string }) {
  return raw(renderMarkdown(text));
}

/** Markdown of the contract, within a line. */
export function InlineText({ text }: { text: string }) {
  return raw(renderInline(text));
}

/** The method of an operation as a badge, and its path, which may be broken before each part. */
export function RequestLine({ method, path }: { method: string; path: string }) {
  return (
    <>
      <span class={`method method-${method}`}>{method.toUpperCase()}</span>{" "}
      <code class="path">
        {path.split(/(?=\/)/).map((part, index) => (
          <>
            {index > 0 && <wbr />}
            {part}
          </>
        ))}
      </code>
    </>
  );
}
