import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect } from "vitest";
import { serveSite } from "../../site/serve.js";
import { chromiumOptions } from "../../support/chromium-options.js";
import { consumer, STRICT, withSandbox } from "./project.js";
import { versions } from "./versions.js";

const program = (name: string) => readFile(new URL(`programs/${name}`, import.meta.url), "utf8");

/** A program as JavaScript; a `.cts` file becomes CommonJS. */
async function withoutTypes(source: string, format: "esm" | "cjs" = "esm"): Promise<string> {
  return (await transform(source, { loader: "ts", format })).code;
}

const { "@types/node": nodeTypes } = versions;
const runtime = await program("runtime.ts");
const required = await program("require.cts");
const typed = await program("typed.ts");

for (const version of versions.node)
  consumer(
    `Node ${version}`,
    {
      dependencies: { node: version },
      files: { "runtime.js": await withoutTypes(runtime), "require.cjs": await withoutTypes(required, "cjs") },
    },
    async ({ quietly, serve }) => {
      expect(await quietly(["node", "--version"])).toBe(`v${version}`);
      await quietly(["node", "runtime.js"]);
      await quietly(["node", "require.cjs"]);
      const { exitCode, stderr } = await serve(["content-sandbox", "--port", "0", "--json"], {
        address: /"baseUrl":"([^"]+)"/,
        async call(baseUrl) {
          const response = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
          expect(await response.json()).toMatchObject({ id: "1003" });
        },
      });
      expect([exitCode, stderr]).toEqual([0, ""]);
    },
  );

const typedFiles = { "runtime.ts": runtime, "require.cts": required, "typed.ts": typed };

consumer(`Bun ${versions.bun}`, { dependencies: { bun: versions.bun }, files: typedFiles }, async ({ quietly }) => {
  expect(await quietly(["bun", "--version"])).toBe(versions.bun);
  await quietly(["bun", "run", "runtime.ts"]);
  await quietly(["bun", "run", "require.cts"]);
});

consumer(`Deno ${versions.deno}`, { dependencies: { deno: versions.deno }, files: typedFiles }, async ({ quietly }) => {
  // The uid is for `fileTokenStore`, which reads only files of its own user.
  const rights = ["--allow-net", "--allow-read", "--allow-env", "--allow-write", "--allow-sys=uid"];
  const run = ["deno", "run", "--quiet", "--no-prompt", "--cached-only", ...rights];
  expect(await quietly(["deno", "eval", "console.log(Deno.version.deno)"])).toBe(versions.deno);
  await quietly([...run, "runtime.ts"]);
  await quietly([...run, "require.cts"]);
  await quietly(["deno", "check", "--quiet", "--cached-only", "typed.ts"]);
});

// Without a compatibility flag for Node: a bundle that imports one of its modules does not start.
const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "CONTENT_BASE_URL", fromEnvironment = "CONTENT_BASE_URL"),
    (name = "CONTENT_AUTH_URL", fromEnvironment = "CONTENT_AUTH_URL"),
  ],
);
`;

consumer(
  `workerd ${versions.workerd}`,
  {
    dependencies: { workerd: versions.workerd, esbuild: versions.esbuild },
    files: { "worker.ts": await program("worker.ts"), "worker.capnp": workerConfig },
  },
  ({ quietly, serve }) =>
    withSandbox(async (environment) => {
      // A neutral platform has no modules, so an import of a Node module fails the build.
      const options = ["--bundle", "--platform=neutral", "--format=esm", "--outfile=worker.js", "--log-level=warning"];
      await quietly(["esbuild", "worker.ts", ...options]);
      await serve(["workerd", "serve", "worker.capnp", "--control-fd=1"], {
        environment,
        // It writes its address to the descriptor.
        address: /"event":"listen".*"port":(\d+)/,
        async call(port) {
          const response = await fetch(`http://127.0.0.1:${port}/`);
          const logins = ["admin@example.com", "admin@example.com"];
          const expected = { logins, domains: 122, code: "tuple_already_exists", tokens: "none", hasOperations: true };
          expect(await response.json()).toEqual(expected);
        },
      });
    }),
);

consumer(
  `Next.js ${versions.next}`,
  {
    dependencies: {
      next: versions.next,
      react: versions.react,
      "react-dom": versions.react,
      "@types/react": versions["@types/react"],
      "@types/node": nodeTypes,
      typescript: "5.9.3",
    },
    files: {
      "app/me/route.ts": await program("next-route.ts"),
      "app/layout.tsx":
        "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;",
    },
  },
  ({ run, serve }) =>
    withSandbox(async (addresses) => {
      const environment = { NEXT_TELEMETRY_DISABLED: "1", ...addresses };
      await run(["next", "build"], environment);
      await serve(["next", "start", "--port", "0", "--hostname", "127.0.0.1"], {
        environment,
        address: /(http:\/\/127\.0\.0\.1:\d+)/,
        async call(url) {
          // A session, none, and one that has expired.
          const responses = ["token-owner", "", "expired"].map(async (token) =>
            (await fetch(`${url}/me`, { headers: { "x-session-token": token } })).text(),
          );
          expect(await Promise.all(responses)).toEqual(['{"login":"owner@example.com"}', "log in", "log in again"]);
        },
      });
    }),
);

const page = '<!doctype html><title>A page</title><script type="module" src="/page.ts"></script><body></body>';

consumer(
  `vite ${versions.vite}`,
  { dependencies: { vite: versions.vite }, files: { "page.ts": await program("page.ts"), "index.html": page } },
  async ({ quietly, folder }) => {
    await quietly(["vite", "build", "--logLevel", "warn"]);
    const chromium = chromiumOptions();
    if (chromium === undefined && process.env["CI"] !== "true") return console.warn("SKIPPED: Chromium is missing");
    // Loaded here, because it loads slowly and most consumers do not need it.
    const { chromium: launcher } = await import("playwright-core");
    // With a sandbox on the same origin, and a policy that allows only own files.
    const server = await serveSite(join(folder, "dist"));
    const browser = await launcher.launch(chromium);
    try {
      const tab = await browser.newPage();
      await tab.goto(server.url);
      await tab.waitForSelector("body[data-told]", { state: "attached", timeout: 30_000 });
      const told = await tab.getAttribute("body", "data-told");
      expect(told).toBe("owner@example.com | from the page.pdf | precondition_failed");
    } finally {
      await browser.close();
      await server.close();
    }
  },
);

const BROWSER = { types: [], noEmit: true };
const NODE = { module: "NodeNext", lib: ["ES2022"], types: ["node"], outDir: "out" };

for (const version of versions.typescript) {
  const files = {
    "typed.ts": typed,
    "typed-node.ts": await program("typed-node.ts"),
    "require.cts": required,
    "dynamic-import.cts": await program("dynamic-import.cts"),
    "runtime.ts": runtime,
  };
  const dependencies = { typescript: version, "@types/node": nodeTypes };
  consumer(`TypeScript ${version}`, { dependencies, files }, async ({ write, run, attempt, quietly }) => {
    const configure = (compilerOptions: object, ...files: string[]) =>
      write("tsconfig.json", JSON.stringify({ compilerOptions: { ...STRICT, ...compilerOptions }, files }));
    for (const options of [
      { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"] },
      { module: "Preserve", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"] },
      { module: "NodeNext", lib: ["ES2022", "WebWorker"] },
    ]) {
      await configure({ ...BROWSER, ...options }, "typed.ts");
      await run(["tsc"]);
    }
    // The declarations are right without strict settings, too.
    await configure({ ...NODE, strict: false, exactOptionalPropertyTypes: false, noEmit: true }, "runtime.ts");
    await run(["tsc"]);
    await configure({ ...NODE, verbatimModuleSyntax: false }, "typed-node.ts", "dynamic-import.cts");
    await run(["tsc"]);
    await quietly(["node", "out/typed-node.js"]);
    await quietly(["node", "out/dynamic-import.cjs"]);
    await configure({ ...NODE, verbatimModuleSyntax: false }, "require.cts");
    const { exitCode, stdout } = await attempt(["tsc"]);
    // Since 5.8, TypeScript allows `require` of an ES module.
    if (/^5\.[4-7]\./.test(version)) expect(stdout).toContain("error TS1471");
    else expect([exitCode, stdout]).toEqual([0, ""]);
  });
}

const runnerTypes = ["tsc", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "ES2022"];
const runnerModules = ["--module", "NodeNext", "--lib", "ES2022,DOM"];
const inVitest = await program("checked.test.ts");
const runners = { typescript: "5.9.3", "@types/node": nodeTypes };

consumer(
  `vitest ${versions.vitest}`,
  { dependencies: { ...runners, vitest: versions.vitest }, files: { "checked.test.ts": inVitest } },
  async ({ run }) => {
    // vitest's declarations import optional packages.
    await run([...runnerTypes, ...runnerModules, "--types", "node", "--skipLibCheck", "checked.test.ts"]);
    await run(["vitest", "run"]);
  },
);

const imported = inVitest.replace('from "vitest"', 'from "@jest/globals"').replace("tests/vitest", "tests/jest");
const globals = imported.replace(/^.*"@jest\/globals".*\n/m, "");

consumer(
  `jest ${versions.jest}`,
  {
    dependencies: {
      ...runners,
      jest: versions.jest,
      "@types/jest": versions["@types/jest"],
      "@jest/globals": versions.jest,
    },
    files: {
      "checked.test.ts": globals,
      "imported.test.ts": imported,
      "checked.test.mjs": await withoutTypes(globals),
      "imported.test.mjs": await withoutTypes(imported),
      "commonjs.test.cjs": `test("a CommonJS test loads the client by import()", async () => {
        const { createClient } = await import("content-service-client");
        const { createSandbox } = await import("content-service-sandbox");
        const { baseUrl, fetch } = await createSandbox();
        const { id } = await createClient({ baseUrl, fetch, auth: "token-owner" }).getCurrentUser();
        expect(id).toBe("1003");
      });`,
      "jest.config.json": JSON.stringify({ testEnvironment: "node", testMatch: ["**/*.test.{mjs,cjs}"] }),
    },
  },
  async ({ run }) => {
    await run([...runnerTypes, ...runnerModules, "--types", "node,jest", "checked.test.ts"]);
    await run([...runnerTypes, ...runnerModules, "--types", "node", "imported.test.ts"]);
    // jest supports ES modules only with this flag of Node.
    await run(["jest"], { NODE_OPTIONS: "--experimental-vm-modules" });
  },
);
