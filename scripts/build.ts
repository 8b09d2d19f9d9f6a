// npm run build: compiles the packages into their dist folders.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/repository.js";
import { bundleInto } from "./bundle-into.js";

const compile = (...args: string[]) =>
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", ...args], { cwd: root, stdio: "inherit" });

/** The packages beside the client: each builds on those before it. */
const packages = ["contract", "contract-tests", "sandbox", "codegen"];

for (const folder of ["", ...packages.map((name) => `${name}/`)])
  rmSync(`${root}${folder}dist`, { recursive: true, force: true });
compile("tsconfig.build.json", "--emitDeclarationOnly");
await bundleInto(join(root, "dist"));
for (const folder of packages) {
  compile(`${folder}/tsconfig.build.json`);
  copyFileSync(`${root}LICENSE`, `${root}${folder}/LICENSE`);
}
// The sandbox's package has its own copy of the contract's types, which its source maps refer to.
copyFileSync(`${root}generated/types.ts`, `${root}sandbox/generated/types.ts`);
for (const map of ["types.js.map", "types.d.ts.map"]) {
  const file = `${root}sandbox/dist/generated/${map}`;
  writeFileSync(file, readFileSync(file, "utf8").replace("../../../generated/types.ts", "../../generated/types.ts"));
}
