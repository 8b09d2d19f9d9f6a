import { expect, test } from "vitest";
import { packageProblems } from "../../scripts/package-problems.js";

const manifest = {
  dependencies: { used: "1.0.0" },
  peerDependencies: { "@scope/peer": "1.0.0" },
};
const map = (source: string) => JSON.stringify({ version: 3, sources: [source] });
const sound: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify(manifest),
  "README.md": "# A package\n\nSee [the license](LICENSE), [below](#below), [a page](https://content.example/page).",
  LICENSE: "",
  "dist/a.js": 'import { b } from "used/b";\nexport { c } from "./start.js";\n//# sourceMappingURL=a.js.map',
  "dist/a.js.map": map("../src/a.ts"),
  "dist/a.d.ts": 'export declare const a: import("@scope/peer/types").A;\n//# sourceMappingURL=a.d.ts.map',
  "dist/a.d.ts.map": map("../src/a.ts"),
  "dist/start.js": 'await import("node:fs");\n//# sourceMappingURL=start.js.map',
  "dist/start.js.map": map("../src/start.ts"),
  "src/a.ts": "",
  "src/start.ts": "",
};

test("nothing is wrong with a sound package", () => {
  expect(packageProblems(new Map(Object.entries(sound)))).toEqual([]);
});

test.each<[fault: string, files: Record<string, string | undefined>]>([
  ["LICENSE is missing", { LICENSE: undefined, "README.md": "" }],
  ["test/a.ts does not belong in the package", { "test/a.ts": "" }],
  ["src/a.test.ts does not belong in the package", { "src/a.test.ts": "" }],
  ["src/unused.ts does not belong in the package", { "src/unused.ts": "" }],
  ["tsconfig.json does not belong in the package", { "tsconfig.json": "" }],
  ["dist/a.js.map refers to src/gone.ts, which is missing", { "dist/a.js.map": map("../src/gone.ts") }],
  ["dist/b.js has no map", { "dist/b.js": "export {};" }],
  [
    "dist/start.js imports undeclared, which the package does not contain or declare",
    { "dist/start.js": `${sound["dist/start.js"]}\nawait import("undeclared");` },
  ],
  [
    "dist/a.d.ts imports ./gone.js, which the package does not contain or declare",
    { "dist/a.d.ts": `${sound["dist/a.d.ts"]}\nexport type * from "./gone.js";` },
  ],
  [
    "idle is a dependency that nothing imports",
    { "package.json": JSON.stringify({ ...manifest, dependencies: { used: "1.0.0", idle: "1.0.0" } }) },
  ],
  ["README.md links to docs/page.md, which is missing", { "README.md": "[a page](docs/page.md#part)" }],
])("it is told that %s", (fault, files) => {
  const present = Object.entries({ ...sound, ...files }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  );
  expect(packageProblems(new Map(present))).toEqual([fault]);
});
