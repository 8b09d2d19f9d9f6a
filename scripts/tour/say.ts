import { styleText } from "node:util";

// Plain text where nobody looks, or where colour is not wanted (https://no-color.org).
const colour = process.stdout.isTTY && !process.env["NO_COLOR"];

/** Takes a line of the tour, or an empty one. */
export type Say = (text?: string) => void;

/** Prints a line. */
export const say: Say = (text = "") => {
  console.log(text);
};

/** A title. */
export function heading(text: string): string {
  return style("bold", text);
}

/** A name, and what there is to say of it. */
export function line(name: string, text: string): string {
  return `  ${style("green", name.padEnd(34))} ${text}`;
}

/** The same for something that was refused. */
export function refusal(name: string, text: string): string {
  return `  ${style("yellow", name.padEnd(34))} ${text}`;
}

/** Something that can be skipped at a first reading, broken after commas into lines of a terminal's width. */
export function aside(text: string): string {
  const lines = text.match(/.{1,98}(?:, |$)|.{1,98}/g) ?? [text];
  return lines.map((part, index) => style("dim", `    ${index > 0 ? "    " : ""}${part.trimEnd()}`)).join("\n");
}

function style(format: "bold" | "green" | "yellow" | "dim", text: string): string {
  return colour ? styleText(format, text) : text;
}
