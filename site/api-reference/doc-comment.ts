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
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  const tags = (comment?.tags ?? []).map(({ tagName, comment: text }) => ({ name: tagName.text, text: textOf(text) }));
  const unknown = tags.find(({ name }) => !KNOWN_TAGS.has(name));
  if (unknown !== undefined)
    throw new Error(
      `Expected one of @${[...KNOWN_TAGS].join(", @")}; received @${unknown.name} in ${comment?.getText()}`,
    );
  const all = (name: string) => tags.filter((tag) => tag.name === name).map(({ text }) => text);
  return {
    text: textOf(comment?.comment),
    defaultValue: all("default")[0],
    returns: all("returns")[0],
    throws: all("throws"),
    examples: all("example"),
  };
}

function textOf(comment: ts.JSDoc["comment"]): string {
  return (ts.getTextOfJSDocComment(comment) ?? "").trim();
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
  const doc = CONTRACT_TYPES[name];
  if (doc === undefined)
    throw new Error(`Add a text for the generated type ${name} to CONTRACT_TYPES in doc-comment.ts`);
  return { text: doc.text, defaultValue: undefined, returns: undefined, throws: [], examples: [doc.example] };
}

const CONTRACT_TYPES: Readonly<Record<string, { readonly text: string; readonly example: string }>> = {
  components: {
    text: 'The schemas of the contract as types: `components["schemas"]["File"]` is a file as the service sends it. The [pages of the operations](../operations/index.html) describe their members.',
    example: 'type File = components["schemas"]["File"];',
  },
  operations: {
    text: "The parameters, request bodies and responses of each operation as types, by its `operationId`. The options of the methods use them.",
    example: 'type Changes = operations["updateFile"]["requestBody"]["content"]["application/json"];',
  },
  paths: {
    text: "The operations by path and HTTP method, as openapi-fetch expects them: the type behind `client.http`.",
    example: 'const http = createFetchClient<paths>({ baseUrl: "https://api.content.example/2.0" });',
  },
};
