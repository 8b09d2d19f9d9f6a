import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { readmeBlocks } from "../../scripts/readme-blocks.js";
import { root } from "../../support/repository.js";

/** Writes the programs of some pages to a folder below `reports/`. Returns a function that runs one, for its output. */
export function pagePrograms(name: string, ...pages: string[]) {
  const cwd = `${root}reports/${name}`;
  mkdirSync(cwd, { recursive: true });
  writeFileSync(`${cwd}/tsconfig.json`, JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  for (const block of pages.flatMap((page) => readmeBlocks(page))) writeFileSync(`${cwd}/${block.name}.ts`, block.code);
  return async (program: string, environment: NodeJS.ProcessEnv = {}): Promise<string> => {
    const options = { cwd, env: { ...process.env, ...environment } };
    const { stdout } = await promisify(execFile)(`${root}node_modules/.bin/tsx`, [`${cwd}/${program}.ts`], options);
    return stdout;
  };
}
