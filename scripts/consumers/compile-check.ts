import { type Check, ok } from "./consumer.js";
import { serviceEnvironment } from "./service-environment.js";

/** What is compiled, and how. */
export interface Compilation {
  readonly what: string;
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** What of the output is then run against the service, by the Node that runs all this. */
  readonly runs?: readonly string[];
}

/** Compiles strictly, with the declarations of the packages checked too, and runs what came of it. */
export function compiles({ what, files, options, runs = [] }: Compilation): Check {
  return {
    what,
    async run(project, service) {
      await project.write("tsconfig.json", JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
      await project.run(["tsc"]);
      for (const file of runs)
        await project.runQuietly([process.execPath, file], { environment: serviceEnvironment(service) });
      return ok();
    },
  };
}

/** Compiles what this compiler must refuse, with these errors and no others. */
export function isRefused({ what, files, options }: Compilation, codes: readonly string[]): Check {
  return {
    what,
    async run(project) {
      await project.write("tsconfig.json", JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
      const { stdout, exitCode } = await project.attempt(["tsc"]);
      const found = [...new Set(stdout.match(/\bTS\d+(?=:)/g))].sort();
      if (exitCode === 0 || found.join() !== codes.join())
        throw new Error(`expected ${codes.join(" and ")}, got ${found.join(" and ") || "none"}\n${stdout}`);
      return { result: "known limit", detail: `refused: ${found.join(", ")}` };
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
