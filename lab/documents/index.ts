// npm run lab -- documents [--only <part of a name>] [--list]
// Checks Prism mocks of public documents of different style, with inference off since a mock keeps no state, and calls them
// with generated clients. What is left after the faults of Prism and of a document is a false alarm, which ends the run with
// 1, as does an error of the compiler. --list prints each finding.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { root } from "../../support/repository.js";
import { markdownTable, writeFigures } from "../support/figures.js";
import { tryClient } from "./client-of-document.js";
import { type Blame, fetched, firstError, type Known, pins, startMock, TSX } from "./pinned.js";

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

/** A finding that Prism makes with any document. */
const ofPrism: readonly Known[] = [
  { finding: "rejects/.*/(an-unknown-token|another-scheme) .*received 2", reason: "takes every credential" },
  { finding: "/rejects-wrong-tokens ", reason: "takes every credential" },
  { finding: "/creates .*received 422", detail: "must have required property", reason: "requires what is read-only" },
  { finding: "/broken-JSON ", reason: "reports a malformed body in a form of its own" },
  { finding: "/another-media-type .*received 2", reason: "takes forms and JSON of another media type" },
  { finding: "Expected a challenge of the scheme", reason: "names OAuth2 as the scheme of a challenge" },
  { finding: "rejects/query/.*/too-short .*received 2", reason: "takes an empty query parameter" },
].map((one) => ({ ...one, blame: "Prism" }));

const run = promisify(execFile);
const { values } = parseArgs({ options: { only: { type: "string", default: "" }, list: { type: "boolean" } } });
const rows: (string | number)[][] = [];
for (const [name, { version, integrity, files }] of Object.entries(await pins())) {
  for (const [file, known] of Object.entries(files)) {
    if (!`${name}/${file}`.includes(values.only)) continue;
    const path = join(await fetched(name, version, integrity), file);
    const checks = await checkCells(path, file, known);
    rows.push([`${name} ${version}`, file, ...checks, ...(await clientCells(path, file))]);
  }
}
const numbers = ["operations", "checks", "skipped", "exchanges"];
const blamed = ["false alarms", "of the document", "of Prism", "seconds"];
const ofClient = ["left out of the client", "errors of the compiler", "called"];
const table = markdownTable(["package", "document", ...numbers, ...blamed, ...ofClient], rows);
if (values.only === "") writeFigures(`${root}lab/README.md`, { documents: table });
console.log(table);

async function checkCells(path: string, file: string, known: readonly Known[]): Promise<(string | number)[]> {
  const startedMs = performance.now();
  const result = await withMock(path, (mock) => check(path, mock)).catch(failureOf);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const found = typeof result === "string" ? [{ check: "", message: result, status: 0 }] : result.found;
  const judged = found.map((one) => ({ one, by: blameFor(one, known) }));
  const left = judged.filter(({ by }) => by === undefined);
  if (left.length > 0) process.exitCode = 1;
  for (const { one, by } of values.list ? judged : left)
    console.log(`${file}: ${one.check} ${one.message} [${one.problem ?? ""} ${one.detail ?? ""}] ${by?.reason ?? ""}`);
  const count = (blame: Blame) => counted(judged.flatMap(({ by }) => (by?.blame === blame ? [by.reason] : [])));
  const counts =
    typeof result === "string"
      ? ["–", "–", "–", "–"]
      : [result.operations, result.checks, result.skipped.length, result.exchanges];
  return [...counts, left.length, count("document"), count("Prism"), seconds];
}

async function clientCells(path: string, file: string): Promise<(string | number)[]> {
  const { skipped, errors, shown, left } = await withMock(path, async ({ url }) => tryClient(path, await url));
  if (errors.length > 0) process.exitCode = 1;
  for (const line of [...errors, ...left]) console.log(`${file}: ${line}`);
  const not = left.length === 0 ? "" : `: not ${left.join("; ")}`;
  return [counted(skipped), errors.length, `${shown.length} of ${shown.length + left.length}${not}`];
}

/** The number of reasons, and each of them once. */
function counted(reasons: readonly string[]): string {
  return reasons.length === 0 ? "0" : `${reasons.length}: ${[...new Set(reasons)].join("; ")}`;
}

function blameFor(found: Found, known: readonly Known[]): { blame: Blame; reason: string } | undefined {
  if (found.problem !== undefined && found.status >= 500)
    return { blame: "Prism", reason: `makes no response from the document (${found.problem})` };
  const text = `${found.check} ${found.message}`;
  return [...known, ...ofPrism].find(({ finding }) => new RegExp(finding).test(text));
}

type Mock = ReturnType<typeof startMock>;

async function withMock<Result>(path: string, use: (mock: Mock) => Promise<Result>): Promise<Result> {
  const mock = startMock(path);
  return use(mock).finally(mock.end);
}

/** The result of a check, in a process of its own: at most four minutes and 1 GiB. */
async function check(document: string, mock: Mock): Promise<Checked> {
  const url = await mock.url;
  if (url === undefined) throw new Error(`The mock does not start: ${firstError(mock.errors())}`);
  const program = fileURLToPath(new URL("check-document.ts", import.meta.url));
  const limits = { timeout: 240_000, killSignal: "SIGKILL", maxBuffer: 2 ** 28 } as const;
  const { stdout } = await run(process.execPath, [...TSX, program, document, url], { cwd: root, ...limits });
  // A mock that ends leaves checks that say nothing.
  if (mock.hasEnded()) throw new Error(`The mock ended: ${firstError(mock.errors())}`);
  // The program prints this.
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Checked;
}

function failureOf(error: Error): string {
  return "killed" in error && error.killed === true ? "timed out after 240 s" : firstError(error.message);
}
