import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadContract } from "content-service-contract-tests";
import { parse } from "yaml";
import { applyOverlay } from "../../codegen/src/overlay.js";
import { startMock } from "../../contract-tests/suites/targets.js";
import packageJson from "../../package.json" with { type: "json" };
import type { Tarballs } from "../../scripts/pack.js";
import { readmeBlocks } from "../../scripts/readme-blocks.js";
import { makeProject, strictOptions } from "./project.js";

const { typescript, "@types/node": nodeTypes } = packageJson.devDependencies;
const root = fileURLToPath(new URL("../..", import.meta.url));
// Common in users' projects.
const compilerOptions = { ...strictOptions, noUnusedLocals: true, verbatimModuleSyntax: true };
const pets = `import { createClient } from "content-service-client";
import { operations } from "./pets/operations.js";

const client = createClient({ baseUrl: process.env["CONTENT_BASE_URL"] ?? "", auth: "token", operations });
const pet = await client.getPetsByPetId({ path: { pet_id: "7" } });
const [first] = await client.getPets({ query: { tags: ["a", "b"] } });
await client.deletePetsByPetId({ path: { pet_id: "7" } });
console.log(pet.name, first?.name);
`;

/**
 * Runs the command of the tarball as its README says, and on documents of other shapes. Compiles the output with
 * strict settings, and calls mocks of the documents.
 */
export async function checkGenerated(tarballs: Tarballs, inside: string): Promise<string> {
  const page = await readFile(`${root}codegen/README.md`, "utf8");
  const overlay = /^```yaml\n(.*?)^```$/ms.exec(page)?.[1] ?? "";
  const command = /^npx (content-service-codegen --overlay .*)$/m.exec(page)?.[1]?.split(" ") ?? [];
  const program = readmeBlocks("codegen/README.md").find(({ name }) => name === "generated")?.code ?? "";
  const project = await makeProject(
    {
      tarballs: ["client", "contractTests", "codegen"],
      dependencies: { typescript, "@types/node": nodeTypes },
      files: {
        "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
        "comments.overlay.yaml": overlay,
        "src/generated.ts": program,
        "src/pets.ts": pets,
      },
    },
    tarballs,
    inside,
  );
  await cp(`${root}test/codegen/documents`, join(project.folder, "documents"), { recursive: true });
  await project.runQuietly(command);
  for (const [name, path] of Object.entries({
    pets: "documents/pets.json",
    comments: "documents/comments.yaml",
    own: "node_modules/content-service-client/generated/openapi.json",
  }))
    await project.run(["content-service-codegen", "--contract", path, "--out", `src/${name}`]);
  await project.run(["tsc"]);

  const extended = structuredClone(loadContract().document);
  applyOverlay(extended, parse(overlay));
  const petsDocument = JSON.parse(await readFile(`${root}test/codegen/documents/pets.json`, "utf8"));
  const printed: string[] = [];
  for (const [name, document] of [["generated", extended] as const, ["pets", petsDocument] as const]) {
    const mock = await startMock(document);
    try {
      const environment = { CONTENT_BASE_URL: mock.baseUrl, CONTENT_TOKEN: "token" };
      const { stdout } = await project.run([process.execPath, `out/${name}.js`], { environment });
      printed.push(stdout.trim().replaceAll("\n", " "));
    } finally {
      await mock.close();
    }
  }
  if (!printed[0]?.startsWith("Signed?") || printed[1] !== "Rex Rex")
    throw new Error(`unexpected output of the generated clients: ${printed.join("; ")}`);
  return `content-service-codegen, whose clients print: ${printed.join("; ")}`;
}
