import type { Child } from "hono/jsx";

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
