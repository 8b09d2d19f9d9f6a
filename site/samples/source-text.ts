/** A part of a program that can be written on one line or on several. */
export type Source =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly argument: Source }
  | { readonly kind: "list"; readonly items: readonly Source[] }
  | { readonly kind: "record"; readonly members: readonly Member[]; readonly open?: boolean };

/** A member of an object; one without a name is spread into it. */
export interface Member {
  readonly name?: string;
  readonly value: Source;
}

/** Writes it as the formatter of the project would, at a width that fits a page: on one line where it fits. */
export function sourceText(source: Source, { before, indent = 0 }: { before: number; indent?: number }): string {
  if (source.kind === "text") return source.text;
  if (source.kind === "call") {
    const start = `${source.name}(`;
    // The bracket after the argument takes a place too.
    return `${start}${sourceText(source.argument, { before: before + start.length + 1, indent })})`;
  }
  const flat = flatText(source);
  // What comes after it takes a place too.
  if (!isOpen(source) && before + flat.length < WIDTH) return flat;
  const inner = indent + 2;
  const lines =
    source.kind === "list"
      ? source.items.map((item) => sourceText(item, { before: inner, indent: inner }))
      : source.members.map(({ name, value }) => {
          const start = memberStart(name);
          return `${start}${sourceText(value, { before: inner + start.length, indent: inner })}`;
        });
  const [left, right] = source.kind === "list" ? "[]" : "{}";
  const body = lines.map((line) => `${" ".repeat(inner)}${line},\n`).join("");
  return `${left}\n${body}${" ".repeat(indent)}${right}`;
}

/** Columns, as the formatter counts them. */
export const WIDTH = 80;

function flatText(source: Source): string {
  if (source.kind === "text") return source.text;
  if (source.kind === "call") return `${source.name}(${flatText(source.argument)})`;
  if (source.kind === "list") return `[${source.items.map(flatText).join(", ")}]`;
  const members = source.members.map(({ name, value }) => `${memberStart(name)}${flatText(value)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function isOpen(source: Source): boolean {
  if (source.kind === "text") return false;
  if (source.kind === "call") return isOpen(source.argument);
  if (source.kind === "record") return source.open === true || source.members.some(({ value }) => isOpen(value));
  // The formatter never puts several objects with several members on one line.
  const wide = source.items.filter((item) => item.kind === "record" && item.members.length > 1);
  return source.items.some(isOpen) || (source.items.length > 1 && wide.length === source.items.length);
}

function memberStart(name: string | undefined): string {
  if (name === undefined) return "...";
  return /^[\w$]+$/.test(name) && !/^\d/.test(name) ? `${name}: ` : `${JSON.stringify(name)}: `;
}
