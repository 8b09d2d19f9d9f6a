import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LaunchOptions } from "playwright-core";
import { serveSite } from "../../site/serve.js";
import { chromiumOptions } from "../../support/chromium-options.js";
import { type Check, type Consumer, program, versions } from "./consumer.js";

/** A page with two operations, bundled by two common bundlers and opened in Chromium. */
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
      const names = await readdir(join(project.folder, "dist"), { recursive: true });
      if (!names.some((name) => name.endsWith(".js"))) throw new Error("the bundle is empty");
    },
  };
}

function worksInChromium(): Check {
  return {
    what: "that page in Chromium: a read, a write, an error response",
    async run(project) {
      const chromium = chromiumOptions();
      if (chromium === undefined) {
        if (process.env["CI"] === "true") throw new Error("Chromium is missing: set CHROMIUM_PATH");
        console.warn("SKIPPED: Chromium is missing: set CHROMIUM_PATH");
        return;
      }
      // Every browser asks for it.
      await project.write("dist/favicon.ico", "");
      // With a sandbox on the same origin, and a policy that allows only own files.
      const server = await serveSite(join(project.folder, "dist"));
      try {
        const { told, problems } = await openPage(chromium, server.url);
        const all = [told, ...problems].join("\n");
        if (all !== "owner@example.com | from the page.pdf | precondition_failed") throw new Error(all);
      } finally {
        await server.close();
      }
    },
  };
}

/** Opens a page, and waits for `data-told` of its body. Also returns the messages of the browser. */
async function openPage(options: LaunchOptions, url: string): Promise<{ told: string; problems: string[] }> {
  // Imported here, because it loads slowly and most consumers do not need it.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch(options);
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      // The browser logs the error response that the page expects.
      const isExpected = message.text().includes("412 (Precondition Failed)");
      if (["error", "warning"].includes(message.type()) && !isExpected) problems.push(message.text());
    });
    page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
    await page.goto(url);
    await page.waitForSelector("body[data-told]", { state: "attached", timeout: 30_000 }).catch(() => {
      problems.push("the page told nothing");
    });
    return { told: (await page.getAttribute("body", "data-told")) ?? "", problems };
  } finally {
    await browser.close();
  }
}
