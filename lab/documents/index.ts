// npm run lab -- documents [--only <part of a name>] [--list]
// Checks Prism mocks of public documents of different style, with inference off since a mock keeps no state. What is left
// after the faults of Prism and of a document is a false alarm, which ends the run with 1. --list prints each of them.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parse } from "yaml";
import { markdownTable, writeFigures } from "../support/figures.js";

/** What the check of a document found. */
export interface Checked {
  readonly operations: number;
  readonly checks: number;
  readonly skipped: readonly string[];
  readonly exchanges: number;
  readonly found: readonly Found[];
}

/** A finding, or a check that could not run. */
export interface Found {
  readonly check: string;
  readonly message: string;
  readonly status: number;
  /** The code of a problem that Prism reports of itself. */
  readonly problem?: string | undefined;
  readonly detail?: string | undefined;
}

type Blame = "document" | "Prism";

/** A pattern for "<check> <message>", and the reason why the finding is right. */
interface Known {
  readonly blame: Blame;
  readonly finding: string;
  readonly reason: string;
}

/** A finding that Prism makes with any document. */
const ofPrism: readonly Known[] = [
  { finding: "rejects/.*/(an-unknown-token|another-scheme) .*received 2", reason: "takes every credential" },
  { finding: "/broken-JSON ", reason: "reports a malformed body in a form of its own" },
  { finding: "/another-media-type .*received 2", reason: "takes forms and JSON of another media type" },
  { finding: "Expected a challenge of the scheme", reason: "names OAuth2 as the scheme of a challenge" },
  { finding: "rejects/query/.*/too-short .*received 2", reason: "takes an empty query parameter" },
].map((one) => ({ ...one, blame: "Prism" }));

type Pins = Readonly<
  Record<string, { version: string; integrity: string; files: Readonly<Record<string, readonly Known[]>> }>
>;

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const { values } = parseArgs({ options: { only: { type: "string", default: "" }, list: { type: "boolean" } } });
// The format of the file is above.
const pins = parse(await readFile(new URL("documents.yaml", import.meta.url), "utf8")) as Pins;

const rows: string[][] = [];
let alarms = 0;
for (const [name, { version, integrity, files }] of Object.entries(pins)) {
  for (const [file, known] of Object.entries(files)) {
    if (!`${name}/${file}`.includes(values.only)) continue;
    const startedMs = performance.now();
    const result = await check(join(await fetched(name, version, integrity), file));
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const crash: Found[] = typeof result === "string" ? [{ check: "", message: result, status: 0 }] : [];
    const judged = (typeof result === "string" ? crash : result.found).map((one) => ({
      one,
      by: blameFor(one, known),
    }));
    const left = judged.filter(({ by }) => by === undefined);
    alarms += left.length;
    for (const { one, by } of values.list ? judged : left)
      console.log(
        `${file}: ${one.check} ${one.message} [${one.problem ?? ""} ${one.detail ?? ""}] ${by?.reason ?? ""}`,
      );
    const count = (blame: Blame) => {
      const reasons = judged.filter(({ by }) => by?.blame === blame).map(({ by }) => by?.reason ?? "");
      return reasons.length === 0 ? "0" : `${reasons.length}: ${[...new Set(reasons)].join("; ")}`;
    };
    const numbers =
      typeof result === "string"
        ? ["–", "–", "–", "–"]
        : [result.operations, result.checks, result.skipped.length, result.exchanges].map(String);
    rows.push([
      `${name} ${version}`,
      file,
      ...numbers,
      String(left.length),
      count("document"),
      count("Prism"),
      seconds,
    ]);
  }
}
const head = [
  "package",
  "document",
  "operations",
  "checks",
  "skipped",
  "exchanges",
  "false alarms",
  "of the document",
  "of Prism",
  "seconds",
];
const table = markdownTable(head, rows);
if (values.only === "") writeFigures(`${root}lab/README.md`, { documents: table });
console.log(table);
process.exitCode = alarms === 0 ? 0 : 1;

function blameFor(found: Found, known: readonly Known[]): { blame: Blame; reason: string } | undefined {
  if (found.problem !== undefined && found.status >= 500) {
    return { blame: "Prism", reason: `makes no response from the document (${found.problem})` };
  }
  const text = `${found.check} ${found.message}`;
  return [...known, ...ofPrism].find(({ finding }) => new RegExp(finding).test(text));
}

/** The result, or why there is none: at most four minutes and 1 GiB. */
async function check(document: string): Promise<Checked | string> {
  const tsx = ["--max-old-space-size=1024", "--import", "tsx"];
  const program = fileURLToPath(new URL("check-document.ts", import.meta.url));
  const command = join(root, "contract-tests/src/cli/index.ts");
  const mock = spawn(process.execPath, [...tsx, command, "mock", "--contract", document, "--port", "0"], { cwd: root });
  let errors = "";
  mock.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  try {
    const url = await readyUrl(mock.stdout);
    if (url === undefined) return `The mock does not start: ${errors.trim()}`;
    const { stdout } = await run(process.execPath, [...tsx, program, document, url], {
      ...{ cwd: root, timeout: 240_000, killSignal: "SIGKILL" },
      maxBuffer: 2 ** 28,
    });
    // A mock that ends leaves checks that say nothing.
    if (mock.exitCode !== null) return `The mock ended: ${firstError(errors)}`;
    // The program prints this.
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Checked;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return "killed" in error && error.killed === true ? "timed out after 240 s" : firstError(error.message);
  } finally {
    mock.kill("SIGKILL");
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface(output)) {
    const [, url] = /^The mock is ready at (.*)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  return undefined;
}

function firstError(text: string): string {
  return /^(\w*Error: .*)$/m.exec(text)?.[1] ?? text.trim();
}

/** The folder of a package with this hash. Throws when it cannot be had. */
async function fetched(name: string, version: string, integrity: string): Promise<string> {
  const folder = join(root, "node_modules/.cache/documents", encodeURIComponent(integrity));
  if (existsSync(folder)) return join(folder, "package");
  await mkdir(join(root, "node_modules/.cache/documents"), { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  try {
    const { stdout } = await run("npm", ["pack", "--silent", `${name}@${version}`], { cwd: temporary });
    const archive = join(temporary, stdout.trim().split("\n").at(-1) ?? "");
    const received = `sha512-${createHash("sha512")
      .update(await readFile(archive))
      .digest("base64")}`;
    if (received !== integrity) throw new Error(`Expected the hash ${integrity}; received ${received}`);
    await run("tar", ["-xzf", archive, "-C", temporary]);
    await rm(archive);
    await rename(temporary, folder);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw new Error(`Cannot get ${name}@${version} from the npm registry`, { cause });
  }
  return join(folder, "package");
}
