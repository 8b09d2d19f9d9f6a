import ts from "typescript";
import { describe, expect, it } from "vitest";
import { docComment, summaryOf } from "../api-reference/doc-comment.js";
import { linkCode, linkTypes } from "../api-reference/docs-text.js";

function parsed(comment: string) {
  const source = ts.createSourceFile("a.ts", `${comment}\nconst a = 1;`, ts.ScriptTarget.Latest, true);
  return docComment(source.statements[0] ?? source);
}

describe("a docstring", () => {
  it("is split at its tags, and keeps the lines of its example", () => {
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
  });

  it("can be one line with its default", () => {
    expect(parsed("/** The port. @default 0, one that is free */")).toMatchObject({
      text: "The port.",
      defaultValue: "0, one that is free",
    });
  });

  it("is rejected with an unknown tag", () => {
    expect(() => parsed("/** Old. @deprecated use another */")).toThrow("received @deprecated");
  });

  it("is summarized by its first sentence", () => {
    const summary = (text: string) => summaryOf(parsed(`/** ${text} */`));
    expect(summary("Asks `api.example/2.0` first. Then waits.")).toBe("Asks `api.example/2.0` first.");
    expect(summary("One line\n * and a second")).toBe("One line and a second");
    expect(summary("Opened by: Nobody else")).toBe("Opened by.");
  });
});

const hrefOf = (name: string) => ({ Tokens: "#Tokens", paginate: "client.html#paginate", updateFile: "o.html" })[name];

describe("links of names", () => {
  it("are added to types in code, but not in comments or strings", () => {
    const html = 'load(): <span class="hljs-title">Tokens</span> <span class="hljs-comment">// Tokens</span> Tokensy';
    expect(linkTypes(html, hrefOf)).toBe(
      'load(): <span class="hljs-title"><a href="#Tokens">Tokens</a></span> <span class="hljs-comment">// Tokens</span> Tokensy',
    );
  });

  it("are added to code in a sentence if it is only a name", () => {
    expect(linkCode("<code>paginate</code> <code>client.updateFile</code> <code>Tokens[]</code>", hrefOf)).toBe(
      '<a href="client.html#paginate"><code>paginate</code></a> <a href="o.html"><code>client.updateFile</code></a> <code>Tokens[]</code>',
    );
  });
});
