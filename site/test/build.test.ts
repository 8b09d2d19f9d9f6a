import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.js";
import { brokenLinks } from "../broken-links.js";

test("a link to a file or a fragment that is not there is found, and no other", async () => {
  const folder = await temporaryFolder();
  const files = new Map([
    [
      "index.html",
      '<a href="guides/a.html#here">a</a><a href="#top">b</a><a href="b.css">c</a><a href="https://x.example">d</a>',
    ],
    ["guides/a.html", '<h2 id="here"></h2><a href="../index.html">e</a><a href="#there">f</a><img src="../c.svg" />'],
  ]);
  await writeFile(join(folder, "b.css"), "");
  await writeFile(join(folder, "index.html"), "");
  expect(await brokenLinks(folder, files)).toEqual([
    "index.html: #top",
    "guides/a.html: #there",
    "guides/a.html: ../c.svg",
  ]);
});
