import { cutText, visibleText } from "./visible-text.js";

/** Lays foreign text out for a terminal: nothing in it can steer the terminal, and every line fits. */
export interface TerminalText {
  /** Paints text of our own. */
  paint(tone: Tone, text: string): string;
  /** One line. */
  line(text: string): string;
  /** As many lines as it takes, each behind an indent. */
  wrap(text: string, indent: string): string[];
  /** The same behind a label, in a column of their own. */
  labelled(label: string, text: string): string[];
  /** A line of the contract; `said` ones stand out, and are told in full. */
  quote(text: string, said: boolean): string[];
}

/** What a colour means. */
export type Tone = "good" | "bad" | "warn" | "soft" | "strong";

/** Makes the layout for one terminal. */
export function createTerminalText({
  color,
  width,
}: {
  readonly color: boolean;
  readonly width: number;
}): TerminalText {
  const paint = (tone: Tone, text: string) => (color ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text);
  const line = (text: string, room = width) => {
    const visible = visibleText(text, { oneLine: true });
    return visible.length <= room ? visible : `${visible.slice(0, room - 1)}…`;
  };
  const wrap = (text: string, indent: string) => {
    const bounded = cutText(visibleText(text, { oneLine: true }), MAX_CHARACTERS);
    return fold(bounded, width - indent.length).map((part) => `${indent}${part}`);
  };
  return {
    paint,
    line,
    wrap,
    labelled: (label, text) =>
      wrap(text, " ".repeat(COLUMN)).map((part, index) =>
        index === 0 ? `    ${paint("soft", label.padEnd(COLUMN - 4))}${part.slice(COLUMN)}` : part,
      ),
    quote: (text, said) => {
      const indent = " ".repeat(COLUMN);
      const room = width - COLUMN - 2;
      if (!said) return [`${indent}${paint("soft", `| ${line(text, room).trimEnd()}`)}`];
      const bounded = cutText(visibleText(text, { oneLine: true }), MAX_CHARACTERS);
      const lead = /^ */.exec(bounded)?.[0] ?? "";
      const parts = fold(bounded.slice(lead.length), room - lead.length);
      return parts.map((part) => `${indent}${paint("strong", `> ${lead}${part}`)}`);
    },
  };
}

const CODES: Readonly<Record<Tone, string>> = { good: "32", bad: "31", warn: "33", soft: "2", strong: "1" };

const COLUMN = 13;
const MAX_CHARACTERS = 1_000;

/** Breaks at spaces, and within words that are longer than a line. */
function fold(text: string, room: number): string[] {
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
