import { styleText } from "node:util";

/** Prints a text, or an empty line. */
export type Say = (text?: string) => void;

/** The width of the terminal. A pipe has no width, so `COLUMNS` sets it. */
const columns = process.stdout.columns ?? (Number(process.env["COLUMNS"]) || 100);

export function heading(text: string): string {
  // Plain text without a terminal or with NO_COLOR (https://no-color.org).
  return styleText("bold", text);
}

export function paragraph(text: string, indent = 2): string {
  return wrapped(text, indent, indent).join("\n");
}

/** A name and its text, in two columns. */
export function line(name: string, text: string, format: "green" | "yellow" = "green"): string {
  const [first = "", ...others] = wrapped(text, NAME_COLUMNS, NAME_COLUMNS);
  return [`  ${styleText(format, name.padEnd(NAME_COLUMNS - 2))}${first.slice(NAME_COLUMNS)}`, ...others].join("\n");
}

/** The source of a call, dimmed. Breaks neither within a string nor after the name of a property. */
export function aside(text: string): string {
  return wrapped(text, 4, 8, /(?<!:) (?![)}\]])(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => styleText("dim", part))
    .join("\n");
}

const NAME_COLUMNS = 37;

/** The lines of a text. Breaks only at spaces, so a word can be wider than the terminal. */
function wrapped(text: string, firstIndent: number, indent: number, separator: RegExp | string = " "): string[] {
  const lines: string[] = [];
  let current = " ".repeat(firstIndent);
  for (const word of text.split(separator)) {
    const isEmpty = current.trim() === "";
    if (!isEmpty && current.length + 1 + word.length > columns) {
      lines.push(current);
      current = `${" ".repeat(indent)}${word}`;
    } else current += isEmpty ? word : ` ${word}`;
  }
  return [...lines, current];
}
