import { readFile } from "node:fs/promises";
import { createSandbox, type Listening } from "content-service-sandbox";
import { transform } from "esbuild";
import type { Tarballs } from "../../scripts/pack.js";
import { makeProject, type Project, type ProjectPlan } from "./project.js";

/** A runtime, compiler, bundler or test runner that uses the packages, in one version. */
export interface Consumer {
  readonly name: string;
  readonly version: string;
  readonly project: ProjectPlan;
  readonly checks: readonly Check[];
}

export interface Check {
  /** A description for the table. */
  readonly what: string;
  /** Rejects if the check fails. */
  run(project: Project, service: Listening): Promise<Outcome>;
}

interface Outcome {
  /**
   * `known limit`: the consumer cannot do this with any such package, and reports the expected error. `skipped`: a program
   * is missing on this machine, which is a failure with `CI=true`.
   */
  readonly result: "ok" | "known limit" | "skipped";
  readonly detail: string;
}

export function ok(detail = ""): Outcome {
  return { result: "ok", detail };
}

interface RowRules {
  /** Whether a skipped check is a failure. */
  readonly mustRun: boolean;
  /** Receives the full text of a failure. */
  readonly onFailure: (text: string) => void;
}

/** Runs some work for a consumer and returns a row with the result. Never rejects. */
export async function timedRow(
  { name, version }: Pick<Consumer, "name" | "version">,
  what: string,
  work: () => Promise<Outcome>,
  { mustRun, onFailure }: RowRules,
): Promise<Row> {
  const startMs = performance.now();
  const row = (result: Row["result"], detail: string): Row => ({
    name,
    version,
    what,
    result,
    detail,
    timeMs: performance.now() - startMs,
  });
  try {
    const { result, detail } = await work();
    if (result !== "skipped" || !mustRun) return row(result, detail);
    throw new Error(`cannot be skipped here: ${detail}`);
  } catch (error) {
    onFailure(`${name} ${version}: ${what}\n${error instanceof Error ? error.message : String(error)}`);
    return row("FAILED", "see above");
  }
}

interface RunContext extends RowRules {
  readonly tarballs: Tarballs;
  /** The folder in which projects are made. */
  readonly inside: string;
}

/** Makes the project of a consumer and runs all its checks, each with a reset sandbox. */
export async function runConsumer(consumer: Consumer, context: RunContext): Promise<Row[]> {
  const making = makeProject(consumer.project, context.tarballs, context.inside);
  const installed = await timedRow(consumer, INSTALLED, () => making.then(() => ok()), context);
  if (installed.result === "FAILED") return [installed];
  const project = await making;
  const sandbox = await createSandbox();
  try {
    const service = await sandbox.listen();
    const rows = [installed];
    for (const { what, run } of consumer.checks) {
      sandbox.reset();
      rows.push(await timedRow(consumer, what, () => run(project, service), context));
    }
    return rows;
  } finally {
    await sandbox.close();
    await project.remove();
  }
}

const INSTALLED = "npm install from the tarball";

/** Runs work for each item with limited concurrency. Returns the results in the order of the items. */
export async function atMost<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}

/** A line of the table. */
export interface Row {
  readonly name: string;
  readonly version: string;
  readonly what: string;
  readonly result: "ok" | "known limit" | "skipped" | "FAILED";
  readonly detail: string;
  readonly timeMs: number;
}

/** Formats the rows for a terminal. Only the first row of a consumer has its name. */
export function consumerTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, version, what, result, detail, timeMs }, index) => {
    const above = rows[index - 1];
    const isSame = above !== undefined && above.name === name && above.version === version;
    const text = detail === "" ? result : `${result}: ${detail}`;
    return [isSame ? "" : name, isSame ? "" : version, what, text, `${(timeMs / 1000).toFixed(1)} s`];
  });
  const lines = [HEAD, ...cells];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head = "", ...body] = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [head, widths.map((width) => "-".repeat(width)).join("-|-"), ...body].join("\n");
}

/** Counts the rows by result, in one line. */
export function consumerCounts(rows: readonly Row[]): string {
  const results = ["ok", "known limit", "skipped", "FAILED"] as const;
  const counts = results.map((result) => ({ result, count: rows.filter((row) => row.result === result).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${result}`)
    .join(", ");
}

const HEAD = ["consumer", "version", "what was done", "result", "time"];

/** The versions that `npm run lab -- consumers` installs. */
export const versions = {
  node: ["20.20.2", "22.23.3", "24.21.0", "26.10.0"],
  typescript: ["5.4.5", "5.5.4", "5.6.3", "5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"],
  "@types/node": "20.19.43",
  vite: "8.3.8",
  esbuild: "0.28.2",
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
  next: "16.4.6",
  react: "19.3.1",
  "@types/react": "19.3.0",
  vitest: "4.1.12",
  jest: "30.5.2",
  "@types/jest": "30.0.0",
  contractTools: {
    "@hey-api/openapi-ts": "0.99.0",
    orval: "8.30.0",
    "swagger-typescript-api": "13.13.0",
    "openapi-typescript-codegen": "0.31.0",
    "@apidevtools/swagger-parser": "13.1.0",
    "@readme/openapi-parser": "9.0.0",
    "@seriousme/openapi-schema-validator": "2.11.0",
    "@stoplight/spectral-cli": "6.16.3",
  },
} as const;

/** The environment of the programs. */
export function serviceEnvironment({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Record<string, string> {
  return { CONTENT_BASE_URL: baseUrl, CONTENT_AUTH_URL: authUrl };
}

/** The source of a program in `programs/`. */
export function program(name: string): Promise<string> {
  return readFile(new URL(`programs/${name}`, import.meta.url), "utf8");
}

/** Compiles a program to JavaScript; a `.cts` file becomes CommonJS. */
export async function withoutTypes(name: string): Promise<string> {
  const format = name.endsWith(".cts") ? "cjs" : "esm";
  const { code } = await transform(await program(name), { loader: "ts", format });
  return code;
}
