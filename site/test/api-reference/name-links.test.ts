import { describe, expect, it } from "vitest";
import { linkCode, linkTypes } from "../../api-reference/name-links.js";

const hrefOf = (name: string) => ({ Tokens: "#Tokens", paginate: "client.html#paginate", updateFile: "o.html" })[name];

describe("links of names", () => {
  it("are made of types in code, and not of what a comment or a text says", () => {
    const html = 'load(): <span class="hljs-title">Tokens</span> <span class="hljs-comment">// Tokens</span> Tokensy';
    expect(linkTypes(html, hrefOf)).toBe(
      'load(): <span class="hljs-title"><a href="#Tokens">Tokens</a></span> <span class="hljs-comment">// Tokens</span> Tokensy',
    );
  });

  it("are made of code in a sentence when it is a name and nothing more", () => {
    expect(linkCode("<code>paginate</code> <code>client.updateFile</code> <code>Tokens[]</code>", hrefOf)).toBe(
      '<a href="client.html#paginate"><code>paginate</code></a> <a href="o.html"><code>client.updateFile</code></a> <code>Tokens[]</code>',
    );
  });
});
