import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromiumOptions } from "../chromium.js";
import { openPage } from "./browser.js";
import { type Check, type Consumer, ok } from "./consumer.js";
import { servePage } from "./page-server.js";
import { program } from "./program.js";
import { versions } from "./versions.js";

/** A page of two operations, bundled by the two bundlers that people use most, and opened in Chromium. */
export async function bundleConsumers(): Promise<Consumer[]> {
  const page = await program("page.ts");
  const html = await program("index.html");
  const { vite, esbuild } = versions;
  return [
    {
      name: "Vite",
      version: vite,
      project: { tarballs: ["client"], dependencies: { vite }, files: { "page.ts": page, "index.html": html } },
      checks: [bundles(["vite", "build", "--logLevel", "warn"]), worksInChromium()],
    },
    {
      name: "esbuild",
      version: esbuild,
      project: {
        tarballs: ["client"],
        dependencies: { esbuild },
        allowScripts: ["esbuild"],
        files: { "page.ts": page, "dist/index.html": html.replace("/page.ts", "/page.js") },
      },
      checks: [
        bundles(["esbuild", "page.ts", "--bundle", "--minify", "--format=esm", "--outdir=dist", "--log-level=warning"]),
        worksInChromium(),
      ],
    },
  ];
}

function bundles(command: readonly string[]): Check {
  return {
    what: "a page of two operations, bundled",
    async run(project) {
      await project.runQuietly(command);
      const folder = join(project.folder, "dist");
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
      const sizes = await Promise.all(
        names.map(async (name) => gzipSync(await readFile(join(folder, name)), { level: 9 }).byteLength),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      if (bytes === 0) throw new Error("the bundle is empty");
      return ok(`${(bytes / 1000).toFixed(2)} kB gzipped`);
    },
  };
}

function worksInChromium(): Check {
  return {
    what: "that page in Chromium: a read, a write, a refusal",
    async run(project) {
      const chromium = chromiumOptions();
      if (chromium === undefined) return { result: "skipped", detail: "Chromium is missing: set CHROMIUM_PATH" };
      const server = await servePage(join(project.folder, "dist"));
      try {
        const { told, problems } = await openPage(chromium, server.url);
        const all = [told, ...problems].join("\n");
        if (all !== "owner@example.com | from the page.pdf | precondition_failed") throw new Error(all);
        return ok();
      } finally {
        await server.close();
      }
    },
  };
}
