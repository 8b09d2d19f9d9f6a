import { oneLine, visibleText } from "content-service-contract/text";

export type TerminalText = ReturnType<typeof createTerminalText>;

type Tone = "good" | "bad" | "warn" | "soft" | "strong";

/** A part of a line, plain or with a tone. */
export type Part = string | readonly [tone: Tone, text: string];

/** Escapes control characters, and fits every line. Only this module writes escape codes. */
export function createTerminalText({ color, width }: { readonly color: boolean; readonly width: number }) {
  const paint = (tone: Tone, text: string) => (color && text !== "" ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text);
  const line = (parts: readonly Part[], room = width) => {
    let left = room;
    const fitting = parts.map((part) => {
      const [tone, text] = typeof part === "string" ? [undefined, part] : part;
      const visible = visibleText(text, { oneLine: true });
      const shown = visible.length <= left ? visible : left > 0 ? `${visible.slice(0, left - 1)}…` : "";
      left = shown === visible ? left - shown.length : 0;
      return tone === undefined ? shown : paint(tone, shown);
    });
    return fitting.join("");
  };
  const wrap = (text: string, indent: string) => {
    return fold(oneLine(text, MAX_CHARACTERS), width - indent.length).map((part) => `${indent}${part}`);
  };
  const label = (name: string) => `    ${paint("soft", name.padEnd(COLUMN - 4))}`;
  return {
    line: (...parts: readonly Part[]) => line(parts),
    wrap,
    titled: (tone: Tone, title: string, text: string) =>
      wrap(`${title} ${text}`, "").map((part) =>
        part.startsWith(title) ? paint(tone, title) + part.slice(title.length) : part,
      ),
    labeled: (name: string, text: string) =>
      wrap(text, " ".repeat(COLUMN)).map((part, index) => (index === 0 ? label(name) + part.slice(COLUMN) : part)),
    /** A command after a label. It is not folded, so that it can be copied. */
    command: (name: string, text: string) => label(name) + visibleText(text, { oneLine: true }),
    /** A quoted line. Marked lines are highlighted and not cut. */
    quote: (text: string, marked: boolean) => {
      const indent = " ".repeat(COLUMN);
      const room = width - COLUMN - 2;
      if (!marked) return [`${indent}${paint("soft", `| ${line([text], room).trimEnd()}`)}`];
      const limited = oneLine(text, MAX_CHARACTERS);
      const lead = /^ */.exec(limited)?.[0] ?? "";
      const parts = fold(limited.slice(lead.length), room - lead.length);
      return parts.map((part) => `${indent}${paint("strong", `> ${lead}${part}`)}`);
    },
  };
}

const CODES: Readonly<Record<Tone, string>> = { good: "32", bad: "31", warn: "33", soft: "2", strong: "1" };

const COLUMN = 13;
const MAX_CHARACTERS = 1_000;

/** Breaks at spaces, and within words longer than a line. */
export function fold(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && line.length + 1 + rest.length > room) {
      lines.push(line);
      line = "";
    }
    while (rest.length > room) {
      lines.push(rest.slice(0, room));
      rest = rest.slice(room);
    }
    line = line === "" ? rest : `${line} ${rest}`;
  }
  return [...lines, line];
}
