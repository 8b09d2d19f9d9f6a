import type { DocComment } from "./doc-comment.js";

/** What the types that openapi-typescript makes are for. It writes no docstring for them as a whole. */
export function contractTypeDoc(name: string): DocComment {
  const text = TEXTS[name];
  if (text === undefined) throw new Error(`${name} is made of the contract, and nothing says what it is for`);
  return { text, defaultValue: undefined, returns: undefined, throws: [], examples: EXAMPLES[name] ?? [] };
}

const TEXTS: Readonly<Record<string, string>> = {
  components:
    'The schemas of the contract as types: `components["schemas"]["File"]` is a file as the service sends it. The [pages of the operations](../operations/index.html) describe their members.',
  operations:
    "The parameters, bodies and answers of each operation as types, by its `operationId`. The options of the methods are made of them.",
  paths: "The operations by path and HTTP method, as openapi-fetch wants them: the type behind `client.http`.",
};

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  components: ['type File = components["schemas"]["File"];'],
  operations: ['type Changes = operations["updateFile"]["requestBody"]["content"]["application/json"];'],
  paths: ['const http = createFetchClient<paths>({ baseUrl: "https://api.content.example/2.0" });'],
};
