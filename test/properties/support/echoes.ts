import fc from "fast-check";
import { wholeText } from "./texts.js";

/** A secret with a core that no encoding changes, so that it is found in any output, whatever that does to the rest. */
export interface Secret {
  readonly text: string;
  readonly core: string;
}

/** Any secret of characters that may stand around its core. */
export function secret(around: fc.Arbitrary<string>, mark: string): fc.Arbitrary<Secret> {
  const core = fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `${mark}${number}`);
  return fc.tuple(around, core, around).map(([before, core, after]) => ({ text: `${before}${core}${after}`, core }));
}

/** How a server may write a secret that it repeats. */
export type Form = "raw" | "url" | "json" | "form";

const write: Record<Form, (text: string) => string> = {
  raw: (text) => text,
  url: encodeURIComponent,
  json: (text) => JSON.stringify(text).slice(1, -1),
  form: (text) => String(new URLSearchParams({ "": text })).slice(1),
};

/** An answer that repeats secrets: the pieces of its text, and what they stand in. */
export interface Echo {
  readonly pieces: readonly (string | { readonly which: number; readonly form: Form })[];
  readonly container: "html" | "json" | "broken";
  /** Whether it is longer than what is read of an answer. */
  readonly long: boolean;
}

/** Any answer that repeats secrets at any places, in these forms. */
export function echo(...forms: Form[]): fc.Arbitrary<Echo> {
  const repeated = fc.record({ which: fc.nat(), form: fc.constantFrom(...forms) });
  return fc.record({
    pieces: fc.array(fc.oneof(wholeText, repeated), { minLength: 1, maxLength: 6 }),
    container: fc.constantFrom("html", "json", "broken"),
    long: fc.nat({ max: 9 }).map((one) => one === 9),
  });
}

/** The text of an answer that repeats these secrets. */
export function echoed({ pieces, container, long }: Echo, secrets: readonly Secret[]): string {
  const written = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    const { text } = secrets[piece.which % secrets.length] ?? { text: "" };
    // In JSON the container escapes it; to escape it twice would be an encoding of its own.
    return write[container === "json" && piece.form === "json" ? "raw" : piece.form](text);
  });
  const text = written.join("");
  const filler = long ? ".".repeat(LIMIT) : "";
  if (container === "html") return `<p>${text}</p>${filler}`;
  if (container === "broken") return `{"code":"${text}${filler}`;
  const said = { code: text, error: text, message: text, error_description: text, request_id: text };
  return JSON.stringify({ ...said, context_info: [{ [text]: text }], filler });
}

/** The longest success and the longest refusal that are read are shorter than this. */
const LIMIT = 66_000;
