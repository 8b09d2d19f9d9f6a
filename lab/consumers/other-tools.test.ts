// What other tools do with the contract in the packed client.
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadContract } from "content-service-contract";
import { expect } from "vitest";
import { chromiumOptions } from "../../support/chromium-options.js";
import { consumer, withSandbox } from "./project.js";
import { versions } from "./versions.js";

const CONTRACT = "node_modules/content-service-client/generated/openapi.json";
const only = <Name extends keyof typeof versions>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, String(versions[name])]));
/** The compiler that the generated clients are for. */
const compiler = { typescript: "5.9.3", "@types/node": versions["@types/node"] };

const validating = `import express from "express";
import { middleware } from "express-openapi-validator";
const app = express().use(express.json(), express.urlencoded());
app.use(middleware({ apiSpec: "${CONTRACT}", validateSecurity: false }));
app.get("/2.0/users/me", (request, response) => response.json({ fields: request.query.fields ?? [] }));
app.post("/oauth2/token", (_, response) => response.json({}));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json(error.message));
const server = app.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));
`;

consumer(
  `express-openapi-validator ${versions["express-openapi-validator"]}`,
  { dependencies: only("express", "express-openapi-validator"), files: { "server.js": validating } },
  async ({ serve }) =>
    void (await serve(["node", "server.js"], {
      address: /^(http\S+)$/,
      async call(url) {
        const form = { grant_type: "refresh_token", client_id: "a", client_secret: "b", refresh_token: "c" };
        const post = (body: BodyInit, type: string) => ({ method: "POST", body, headers: { "content-type": type } });
        const formType = "application/x-www-form-urlencoded";
        const responses = await Promise.all([
          fetch(`${url}/2.0/users/me?fields=name,login`),
          fetch(`${url}/2.0/users/me?fields=`),
          fetch(`${url}/2.0/tasks`, post("{}", "application/json")),
          fetch(`${url}/oauth2/token`, post(String(new URLSearchParams(form)), formType)),
          fetch(`${url}/oauth2/token`, post("grant_type=password", formType)),
        ]);
        expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 200, 400]);
        expect(await responses[0]?.json()).toEqual({ fields: ["name", "login"] });
      },
    })),
);

const mocking = `import { readFileSync } from "node:fs";
import { createMockServer } from "@scalar/mock-server";
const mock = await createMockServer({ document: JSON.parse(readFileSync("${CONTRACT}", "utf8")) });
for (const path of ["/users/me", "/task_assignments/9201"]) {
  const response = await mock.request(path, { headers: { authorization: "Bearer token" } });
  console.log(response.status, JSON.stringify(await response.json()));
}
`;

consumer(
  `Scalar ${versions["@scalar/mock-server"]}`,
  { dependencies: only("@scalar/mock-server"), files: { "mock.js": mocking } },
  async ({ run }) => {
    const { stdout } = await run(["node", "mock.js"]);
    expect(stdout).toMatch(/^200 \{"type":"user","id":"1001"/m);
    expect(stdout).toMatch(/^200 \{"type":"task_assignment","id":"9201"/m);
  },
);

consumer(
  `Swagger UI ${versions["swagger-ui-dist"]}`,
  { dependencies: only("swagger-ui-dist"), files: {} },
  async ({ folder }) => {
    const { chromium } = await import("playwright-core");
    const browser = await chromium.launch(chromiumOptions());
    try {
      const tab = await browser.newPage();
      await tab.setContent("<div id=ui></div>");
      await tab.addScriptTag({ path: join(folder, "node_modules/swagger-ui-dist/swagger-ui-bundle.js") });
      const spec = JSON.stringify(loadContract().document);
      await tab.evaluate(`SwaggerUIBundle({ spec: ${spec}, dom_id: "#ui" })`);
      await tab.waitForSelector(".opblock");
      expect(await tab.locator(".opblock").count()).toBe(loadContract().operations.length);
      expect(await tab.locator(".errors-wrapper").allTextContents()).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

consumer(
  `Redoc of @redocly/cli ${versions["@redocly/cli"]}`,
  { dependencies: only("@redocly/cli"), files: {} },
  async ({ folder, run }) => {
    await run(["redocly", "build-docs", CONTRACT, "--output", "redoc.html"], { REDOCLY_TELEMETRY: "off" });
    const page = await readFile(join(folder, "redoc.html"), "utf8");
    expect(loadContract().operations.filter(({ summary }) => !page.includes(summary))).toEqual([]);
  },
);

/**
 * Generates a client, compiles it, and refreshes a token with it. These generators know no server of an operation, so the
 * token address is an option, and without the option the sandbox says where the operation is.
 */
function generatedClient(
  name: string,
  dependencies: Record<string, string>,
  command: readonly string[],
  refresh: string,
  files: Record<string, string> = {},
): void {
  const program = `const form = { grant_type: "refresh_token" as const, client_id: "a", client_secret: "b", refresh_token: "c" };
for (const address of [process.env.CONTENT_BASE_URL ?? "", process.env.CONTENT_AUTH_URL ?? ""])
  await refresh(address).then(console.log, (error) => console.log(JSON.stringify(error.response?.data ?? error.message)));
`;
  const tsconfig = { strict: true, module: "NodeNext", target: "ES2022", lib: ["ES2022", "DOM"], skipLibCheck: true };
  consumer(
    name,
    {
      dependencies: { ...compiler, ...dependencies },
      files: {
        ...files,
        "refresh.ts": `${refresh}\n${program}`,
        "tsconfig.json": JSON.stringify({ compilerOptions: { ...tsconfig, types: ["node"] }, files: ["refresh.ts"] }),
      },
    },
    async ({ folder, run }) => {
      await cp(join(folder, CONTRACT), join(folder, "openapi.json"));
      await run(command);
      await run(["tsc"]);
      await withSandbox(async (environment) => {
        const { stdout } = await run(["node", "refresh.js"], environment);
        expect(stdout).toContain("It is at /oauth2/token.");
        expect(stdout).toMatch(/invalid_client|invalid_request/);
      });
    },
  );
}

generatedClient(
  `oazapfts ${versions.oazapfts}`,
  only("oazapfts"),
  ["oazapfts", "openapi.json", "client.ts"],
  `import { refreshAccessToken } from "./client.js";
const refresh = async (baseUrl: string) => JSON.stringify(await refreshAccessToken(form, { baseUrl }));`,
);

const plugins = ["oas", "ts", "client"].map((one) => [`@kubb/plugin-${one}`, versions.kubb]);

generatedClient(
  `kubb ${versions.kubb}`,
  { "@kubb/cli": versions.kubb, "@kubb/core": versions.kubb, ...Object.fromEntries(plugins) },
  ["kubb", "generate", "--config", "kubb.config.js"],
  `import { refreshAccessToken } from "./kubb/client.js";
const refresh = async (baseURL: string) => JSON.stringify(await refreshAccessToken(form, { baseURL }));`,
  {
    "kubb.config.js": `import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginClient } from "@kubb/plugin-client";
export default defineConfig({
  root: ".",
  input: { path: "openapi.json" },
  output: { path: "kubb", extension: { ".ts": ".js" } },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ output: { path: "types.ts" } }),
    pluginClient({ output: { path: "client.ts" }, client: "fetch", bundle: true }),
  ],
});
`,
  },
);

generatedClient(
  `openapi-zod-client ${versions["openapi-zod-client"]}`,
  only("openapi-zod-client", "@zodios/core", "axios", "zod"),
  ["openapi-zod-client", "openapi.json", "--output", "client.ts"],
  `import { createApiClient } from "./client.js";
const refresh = (url: string) => createApiClient(url).refreshAccessToken(form).then((tokens) => JSON.stringify(tokens));`,
);
