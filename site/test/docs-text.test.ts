import ts from "typescript";
import { expect, test } from "vitest";
import { docComment, summaryOf } from "../api-reference/doc-comment.js";
import { linkCode, linkTypes } from "../api-reference/docs-text.js";

function parsed(comment: string) {
  const source = ts.createSourceFile("a.ts", `${comment}\nconst a = 1;`, ts.ScriptTarget.Latest, true);
  return docComment(source.statements[0] ?? source);
}

test("a docstring is split at its tags, keeps the lines of its example, and has no unknown tag", () => {
  const doc = parsed(`/**
 * Reads a file. In full.
 *
 * - \`a\`: one
 *
 * @default 30000
 * @throws TypeError when the path
 * is empty.
 * @throws ApiError when it is gone.
 * @example
 * if (ready) {
 *   read("me@home.example");
 * }
 */`);
  expect(doc).toEqual({
    text: "Reads a file. In full.\n\n- `a`: one",
    defaultValue: "30000",
    returns: undefined,
    throws: ["TypeError when the path\nis empty.", "ApiError when it is gone."],
    examples: ['if (ready) {\n  read("me@home.example");\n}'],
  });
  expect(() => parsed("/** Old. @deprecated use another */")).toThrow("received @deprecated");
});

test("the first sentence of a docstring is its summary", () => {
  const summary = (text: string) => summaryOf(parsed(`/** ${text} */`));
  expect(summary("Asks `api.example/2.0` first. Then waits.")).toBe("Asks `api.example/2.0` first.");
  expect(summary("One line\n * and a second")).toBe("One line and a second");
  expect(summary("Opened by: Nobody else")).toBe("Opened by.");
});

test("names in a docstring and types in code get links, except in comments, strings and longer code", () => {
  const hrefOf = (name: string) => ({ Tokens: "#Tokens", updateFile: "o.html" })[name];
  const html = 'load(): <span class="hljs-title">Tokens</span> <span class="hljs-comment">// Tokens</span> Tokensy';
  expect(linkTypes(html, hrefOf)).toBe(html.replace("Tokens", '<a href="#Tokens">Tokens</a>'));
  expect(linkCode("<code>client.updateFile</code> <code>Tokens[]</code>", hrefOf)).toBe(
    '<a href="o.html"><code>client.updateFile</code></a> <code>Tokens[]</code>',
  );
});
