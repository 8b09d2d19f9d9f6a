import ts from "typescript";

/** A docstring, taken apart. Its texts are Markdown. */
export interface DocComment {
  /** Everything before the first tag; empty where there is no docstring. */
  readonly text: string;
  readonly defaultValue: string | undefined;
  readonly returns: string | undefined;
  readonly throws: readonly string[];
  /** Code. */
  readonly examples: readonly string[];
}

/**
 * Reads the docstring of a declaration.
 *
 * @throws Error for a tag that it does not know, since what stands behind it would be lost.
 */
export function docComment(node: ts.Node): DocComment {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return parseDocComment(comments.at(-1)?.getText() ?? "");
}

/** Takes apart the text of a comment, its slashes and stars included. */
export function parseDocComment(comment: string): DocComment {
  const lines = comment.replace(/^\/\*\*|\*\/$/g, "").split("\n");
  const plain = lines.map((line) => line.replace(/^\s*\* ?/, "")).join("\n");
  // The parts between the tags: a text, then the name of a tag and its text, and so on.
  const [text = "", ...tags] = plain.split(/(?:^|\s)@(?=[a-z])/);
  const parts = tags.map((tag) => {
    const [, name = "", value = ""] = /^([a-z]+)\b(.*)$/s.exec(tag) ?? [];
    if (!KNOWN_TAGS.has(name)) throw new Error(`the tag @${name} is not known: ${comment}`);
    return { name, value: value.trim() };
  });
  const all = (name: string) => parts.filter((part) => part.name === name).map(({ value }) => value);
  return {
    text: text.trim(),
    defaultValue: all("default")[0],
    returns: all("returns")[0],
    throws: all("throws"),
    examples: all("example"),
  };
}

const KNOWN_TAGS = new Set(["default", "returns", "throws", "example"]);

/** The first sentence of a docstring. */
export function summaryOf({ text }: DocComment): string {
  const [paragraph = ""] = text.split("\n\n");
  const line = paragraph.replace(/\s+/g, " ");
  // A sentence ends before a capital or a sign that starts one: not behind `e.g.`, and not within `a.b`.
  return /^.*?[.:](?=\s+[A-Z`])/.exec(line)?.[0].replace(/:$/, ".") ?? line;
}
