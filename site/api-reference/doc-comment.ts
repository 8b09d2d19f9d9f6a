import ts from "typescript";

/** A parsed docstring. Its texts are Markdown. */
export interface DocComment {
  /** The text before the first tag. Empty without a docstring. */
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
 * @throws Error for an unknown tag, since the pages would not show its text.
 */
export function docComment(node: ts.Node): DocComment {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return parseDocComment(comments.at(-1)?.getText() ?? "");
}

/** Parses a comment, including its slashes and stars. */
export function parseDocComment(comment: string): DocComment {
  const lines = comment.replace(/^\/\*\*|\*\/$/g, "").split("\n");
  const plain = lines.map((line) => line.replace(/^\s*\* ?/, "")).join("\n");
  const [text = "", ...tags] = plain.split(/(?:^|\s)@(?=[a-z])/);
  const parts = tags.map((tag) => {
    const [, name = "", value = ""] = /^([a-z]+)\b(.*)$/s.exec(tag) ?? [];
    if (!KNOWN_TAGS.has(name))
      throw new Error(`Expected one of @${[...KNOWN_TAGS].join(", @")}; received @${name} in ${comment}`);
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
  // A period ends a sentence only before a capital letter or code, so `e.g.` and `a.b` end none.
  return /^.*?[.:](?=\s+[A-Z`])/.exec(line)?.[0].replace(/:$/, ".") ?? line;
}

/** Docstrings for the types from openapi-typescript, which writes none for `components`, `operations` and `paths`. */
export function contractTypeDoc(name: string): DocComment {
  const text = TEXTS[name];
  if (text === undefined) throw new Error(`Add a text for the generated type ${name} to TEXTS in doc-comment.ts`);
  return { text, defaultValue: undefined, returns: undefined, throws: [], examples: EXAMPLES[name] ?? [] };
}

const TEXTS: Readonly<Record<string, string>> = {
  components:
    'The schemas of the contract as types: `components["schemas"]["File"]` is a file as the service sends it. The [pages of the operations](../operations/index.html) describe their members.',
  operations:
    "The parameters, request bodies and responses of each operation as types, by its `operationId`. The options of the methods use them.",
  paths: "The operations by path and HTTP method, as openapi-fetch expects them: the type behind `client.http`.",
};

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  components: ['type File = components["schemas"]["File"];'],
  operations: ['type Changes = operations["updateFile"]["requestBody"]["content"]["application/json"];'],
  paths: ['const http = createFetchClient<paths>({ baseUrl: "https://api.content.example/2.0" });'],
};
