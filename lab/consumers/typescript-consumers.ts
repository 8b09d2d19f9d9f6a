import { type Check, type Consumer, program, serviceEnvironment, versions } from "./consumer.js";

/** Each TypeScript twice: in a project for browsers, without Node's types, and in one for Node. */
export async function typescriptConsumers(): Promise<Consumer[]> {
  const typed = await program("typed.ts");
  const typedNode = await program("typed-node.ts");
  const nodeFiles = {
    "typed.ts": typed,
    "typed-node.ts": typedNode,
    "typed-kit.ts": await program("typed-kit.ts"),
    "commonjs/package.json": '{ "type": "commonjs" }',
    "commonjs/typed.ts": typed,
    "commonjs/typed-node.ts": typedNode,
    "commonjs/require.cts": await program("require.cts"),
    "commonjs/dynamic-import.cts": await program("dynamic-import.cts"),
    // Where the output is run.
    "out/commonjs/package.json": '{ "type": "commonjs" }',
  };
  return versions.typescript.flatMap((version) => [
    {
      name: "TypeScript, browser",
      version,
      project: {
        tarballs: ["client"] as const,
        dependencies: { typescript: version },
        files: { "typed.ts": typed },
      },
      checks: browserChecks,
    },
    {
      name: "TypeScript, Node",
      version,
      project: {
        tarballs: ["client", "contract", "contractTests", "sandbox"] as const,
        dependencies: { typescript: version, "@types/node": versions["@types/node"] },
        files: nodeFiles,
      },
      checks: [...nodeChecks, ...commonJsChecks(version)],
    },
  ]);
}

const BROWSER = { types: [], noEmit: true };
const NODE = { lib: ["ES2022"], types: ["node"] };

const browserChecks: readonly Check[] = [
  compiles({
    what: "Bundler and ESNext, DOM without DOM.Iterable, types: []",
    files: ["typed.ts"],
    options: { ...BROWSER, module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"] },
  }),
  compiles({
    what: "Bundler and Preserve, DOM and DOM.Iterable",
    files: ["typed.ts"],
    options: { ...BROWSER, module: "Preserve", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"] },
  }),
  compiles({
    what: "NodeNext, WebWorker instead of DOM",
    files: ["typed.ts"],
    options: { ...BROWSER, module: "NodeNext", lib: ["ES2022", "WebWorker"] },
  }),
];

const nodeChecks: readonly Check[] = [
  compiles({
    what: "NodeNext, every entry, no DOM; run",
    files: ["typed-node.ts", "typed-kit.ts"],
    options: { ...NODE, module: "NodeNext", outDir: "out" },
    runs: ["out/typed-node.js"],
  }),
  compiles({
    what: "Bundler and ESNext, every entry, no DOM",
    files: ["typed-node.ts", "typed-kit.ts"],
    options: { ...NODE, module: "ESNext", moduleResolution: "Bundler", noEmit: true },
  }),
];

/**
 * Since 5.8, TypeScript allows `require` of an ES module. Earlier versions reject it for any such
 * package, and need `import()`.
 */
function commonJsChecks(version: string): Check[] {
  const options = { ...NODE, verbatimModuleSyntax: false, outDir: "out" };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSince = (sinceMinor: number) => major > 5 || minor >= sinceMinor;
  if (isSince(8))
    return (isSince(9) ? ["NodeNext", "Node20"] : ["NodeNext"]).map((module) =>
      compiles({
        what: `${module}, CommonJS by require() and import(); run`,
        files: [...BY_REQUIRE, BY_IMPORT],
        options: { ...options, module },
        runs: ["out/commonjs/typed-node.js", "out/commonjs/require.cjs", RUN_BY_IMPORT],
      }),
    );
  const module = "NodeNext";
  return [
    isRejected({ what: "NodeNext, CommonJS by require()", files: BY_REQUIRE, options: { ...options, module } }, [
      "TS1471",
      "TS1479",
    ]),
    compiles({
      what: "NodeNext, CommonJS by import(); run",
      files: [BY_IMPORT],
      options: { ...options, module },
      runs: [RUN_BY_IMPORT],
    }),
  ];
}

const BY_REQUIRE = ["commonjs/typed-node.ts", "commonjs/require.cts"];
const BY_IMPORT = "commonjs/dynamic-import.cts";
const RUN_BY_IMPORT = "out/commonjs/dynamic-import.cjs";

/** The sources and options of a compilation. */
interface Compilation {
  readonly what: string;
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The part of the output that this Node then runs against the service. */
  readonly runs?: readonly string[];
}

/** Compiles strictly, including the declarations of the packages, and runs the output. */
function compiles({ what, files, options, runs = [] }: Compilation): Check {
  return {
    what,
    async run(project, service) {
      await project.write("tsconfig.json", JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
      await project.run(["tsc"]);
      for (const file of runs)
        await project.runQuietly([process.execPath, file], { environment: serviceEnvironment(service) });
    },
  };
}

/** Compiles code that this compiler must reject with exactly these errors. */
export function isRejected({ what, files, options }: Compilation, codes: readonly string[]): Check {
  return {
    what,
    async run(project) {
      await project.write("tsconfig.json", JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
      const { stdout, exitCode } = await project.attempt(["tsc"]);
      const found = [...new Set(stdout.match(/\bTS\d+(?=:)/g))].sort();
      if (exitCode === 0 || found.join() !== codes.join())
        throw new Error(`expected ${codes.join(" and ")}, got ${found.join(" and ") || "none"}\n${stdout}`);
    },
  };
}

const STRICT = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  resolveJsonModule: true,
  skipLibCheck: false,
  rootDir: ".",
};
