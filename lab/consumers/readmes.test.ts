import { cp } from "node:fs/promises";
import { join } from "node:path";
import { loadContract } from "content-service-contract";
import { expect } from "vitest";
import { parse } from "yaml";
import { applyOverlay } from "../../codegen/src/overlay.js";
import { startMock } from "../../contract-tests/suites/targets.js";
import packageJson from "../../package.json" with { type: "json" };
import { readmeBlocks } from "../../scripts/readme-blocks.js";
import { read, root } from "../../support/repository.js";
import { consumer, STRICT } from "./project.js";

const { typescript, undici, "@types/node": types } = packageJson.devDependencies;
const tools = { typescript, undici, "@types/node": types };
const documented = { ...STRICT, module: "NodeNext", target: "ES2023", types: ["node"], outDir: "out" };

// Other tests run these programs, from the sources.
consumer(
  "READMEs",
  {
    dependencies: tools,
    files: {
      "tsconfig.json": JSON.stringify({ compilerOptions: documented }),
      ...Object.fromEntries(
        [...readmeBlocks(), ...readmeBlocks("contract-tests/README.md")].map(({ name, code }) => [`${name}.ts`, code]),
      ),
    },
  },
  async ({ run }) => void (await run(["tsc"])),
);

const guide = read("codegen/README.md");
const overlay = /^```yaml\n(.*?)^```$/ms.exec(guide)?.[1] ?? "";
const [, generate = ""] = /^npx (content-service-codegen --overlay .*)$/m.exec(guide) ?? [];

consumer(
  "content-service-codegen",
  {
    dependencies: tools,
    files: {
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...documented, rootDir: "src", noUnusedLocals: true },
        include: ["src"],
      }),
      "comments.overlay.yaml": overlay,
      "src/generated.ts": readmeBlocks("codegen/README.md").find(({ name }) => name === "generated")?.code ?? "",
    },
  },
  async ({ folder, run, quietly }) => {
    await quietly(generate.split(" "));
    await cp(`${root}test/codegen/documents`, join(folder, "documents"), { recursive: true });
    await run(["content-service-codegen", "--contract", "documents/pets.yaml", "--out", "src/pets"]);
    await run(["content-service-codegen", "--contract", "documents/comments.yaml", "--out", "src/comments"]);
    await run(["tsc"]);
    const document = structuredClone(loadContract().document);
    applyOverlay(document, parse(overlay));
    const mock = await startMock(document);
    try {
      const environment = { CONTENT_BASE_URL: mock.baseUrl, CONTENT_TOKEN: "token" };
      const { stdout } = await run(["node", "out/generated.js"], environment);
      expect(stdout).toMatch(/^Signed\?/);
    } finally {
      await mock.close();
    }
  },
);
