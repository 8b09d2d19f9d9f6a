import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { installPinned } from "../../../scripts/install-pinned.js";
import { root as ROOT } from "../../../support/repository.js";

export const MUTATED = `${ROOT}reports/mutants/`;

/** A change to the sandbox's source, as Stryker makes it. */
export interface Mutant {
  readonly id: string;
  /** Its file in `sandbox/src`. */
  readonly file: string;
  /** The source line on which it starts. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
}

/**
 * Writes a copy of the sandbox that holds every mutant, each behind a switch, and a tsconfig.json that resolves the
 * sandbox's package name to the copy.
 */
export async function instrumentSandbox(files: readonly string[]): Promise<Mutant[]> {
  await rm(MUTATED, { recursive: true, force: true });
  await mkdir(MUTATED, { recursive: true });
  await cp(`${ROOT}sandbox/src`, `${MUTATED}sandbox/src`, { recursive: true });
  await cp(`${ROOT}sandbox/generated`, `${MUTATED}sandbox/generated`, { recursive: true });
  await cp(`${ROOT}generated`, `${MUTATED}generated`, { recursive: true });
  const sources = await Promise.all(
    files.map(async (name) => ({ name, mutate: true, content: await readFile(`${ROOT}sandbox/src/${name}`, "utf8") })),
  );
  const result = await instrument(sources);
  for (const { name, content } of result.files) await writeFile(`${MUTATED}sandbox/src/${name}`, content);
  await writeFile(`${MUTATED}tsconfig.json`, JSON.stringify(await mutatedConfig()));
  const texts = new Map(sources.map(({ name, content }) => [name, content]));
  return result.mutants.map(({ id, fileName, replacement, location }) => {
    const text = texts.get(fileName) ?? "";
    const line = oneLine(text.split("\n")[location.start.line] ?? "");
    const original = oneLine(text.slice(indexOf(text, location.start), indexOf(text, location.end)));
    return { id, file: fileName, line, original, replacement };
  });
}

export function indexOf(text: string, { line, column }: Position): number {
  const before = text.split("\n", line).map((one) => one.length + 1);
  return before.reduce((sum, length) => sum + length, column);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The root's configuration, with all paths as seen from the copy. */
async function mutatedConfig(): Promise<object> {
  const { paths } = JSON.parse(await readFile(`${ROOT}tsconfig.json`, "utf8")).compilerOptions as {
    paths: Record<string, string[]>;
  };
  const moved = Object.entries(paths).map(([name, [path = ""]]) => {
    return [name, [path.startsWith("./sandbox/") ? path : `../../${path}`]];
  });
  return { extends: "../../tsconfig.json", compilerOptions: { paths: Object.fromEntries(moved) } };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The part of Stryker's instrumenter that is used here. Lines and columns count from 0. */
interface Instrumenter {
  instrument(
    files: readonly { readonly name: string; readonly mutate: boolean; readonly content: string }[],
    options: object,
  ): Promise<Instrumented>;
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly replacement: string;
    readonly location: { readonly start: Position; readonly end: Position };
  }[];
}

export async function instrument(files: Parameters<Instrumenter["instrument"]>[0]): Promise<Instrumented> {
  const folder = `${ROOT}lab/proof/mutants`;
  await installPinned(folder, "no scripts");
  const require = createRequire(`${folder}/package.json`);
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);
  const { createInstrumenter } = await load("@stryker-mutator/instrumenter");
  const { createInjector } = await load("typed-inject");
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn };
  const instrumenter: Instrumenter = createInjector().provideValue("logger", silent).injectFunction(createInstrumenter);
  return instrumenter.instrument(files, { excludedMutations: [], ignorers: [] });
}
