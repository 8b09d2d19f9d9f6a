// npm run lab -- documents [--only <part of a name>] [--list]
// Checks Prism mocks of public documents of different style, with inference off since a mock keeps no state. What is left
// after the faults of Prism and of a document is a false alarm, which ends the run with 1. --list prints each of them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { markdownTable, writeFigures } from "../support/figures.js";
import { type Blame, fetched, firstError, type Known, pins, root, startMock, TSX } from "./pinned.js";

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

/** A finding that Prism makes with any document. */
const ofPrism: readonly Known[] = [
  { finding: "rejects/.*/(an-unknown-token|another-scheme) .*received 2", reason: "takes every credential" },
  { finding: "/broken-JSON ", reason: "reports a malformed body in a form of its own" },
  { finding: "/another-media-type .*received 2", reason: "takes forms and JSON of another media type" },
  { finding: "Expected a challenge of the scheme", reason: "names OAuth2 as the scheme of a challenge" },
  { finding: "rejects/query/.*/too-short .*received 2", reason: "takes an empty query parameter" },
].map((one) => ({ ...one, blame: "Prism" }));

const run = promisify(execFile);
const { values } = parseArgs({ options: { only: { type: "string", default: "" }, list: { type: "boolean" } } });

const rows: string[][] = [];
let alarms = 0;
for (const [name, { version, integrity, files }] of Object.entries(await pins())) {
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
  const program = fileURLToPath(new URL("check-document.ts", import.meta.url));
  const mock = startMock(document);
  try {
    const url = await mock.url;
    if (url === undefined) return `The mock does not start: ${mock.errors().trim()}`;
    const { stdout } = await run(process.execPath, [...TSX, program, document, url], {
      ...{ cwd: root, timeout: 240_000, killSignal: "SIGKILL" },
      maxBuffer: 2 ** 28,
    });
    // A mock that ends leaves checks that say nothing.
    if (mock.hasEnded()) return `The mock ended: ${firstError(mock.errors())}`;
    // The program prints this.
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Checked;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return "killed" in error && error.killed === true ? "timed out after 240 s" : firstError(error.message);
  } finally {
    mock.end();
  }
}
