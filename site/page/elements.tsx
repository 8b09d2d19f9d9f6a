import type { Json } from "content-service-contract";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { codeBlock } from "./highlight.js";
import { renderInline, renderMarkdown } from "./markdown.js";

/** A text that can break at a pattern, such as after each underscore. */
export function BreakableText({ text, at }: { text: string; at: RegExp }) {
  return text.split(at).map((part, index) => (
    <>
      {index > 0 && <wbr />}
      {part}
    </>
  ));
}

/** Where a long name such as `createPartialClient` or `not_found` may break. */
export const WORD_END = /(?<=[a-z])(?=[A-Z])|(?<=_)/;

export function NameCode({ text }: { text: string }) {
  return (
    <code>
      <BreakableText text={text} at={WORD_END} />
    </code>
  );
}

interface Props {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly columns: readonly string[];
  readonly children: Child;
}

/** A table that scrolls if it is wider than the page, also with the keyboard. */
export function ScrollingTable({ label, className, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
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

export function Code({ text, language }: { text: string; language: "ts" | "sh" | "json" }) {
  return raw(codeBlock(text.trimEnd(), language));
}

export function JsonCode({ value }: { value: Json }) {
  return <Code text={JSON.stringify(value, null, 2)} language="json" />;
}

/** Markdown as paragraphs. */
export function MarkdownText({ text }: { text: string }) {
  return raw(renderMarkdown(text));
}

/** Markdown within a line. */
export function InlineText({ text }: { text: string }) {
  return raw(renderInline(text));
}

/** The method of an operation as a badge, and its path. */
export function RequestLine({ method, path }: { method: string; path: string }) {
  return (
    <>
      <span class={`method method-${method}`}>{method.toUpperCase()}</span>{" "}
      <code class="path">
        <BreakableText text={path} at={/(?<=\/)/} />
      </code>
    </>
  );
}
