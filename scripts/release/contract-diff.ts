import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { isJsonObject, pointer, segmentsOf } from "content-service-contract";
import { bundleDocument } from "../../codegen/src/bundle-document.js";
import { newestRelease } from "./changelog.js";
import { atLeast, largestStep, nextVersion, STEPS, type Step, stepFrom } from "./version-step.js";

/** One difference between two contracts. */
export interface ContractChange {
  /** The operation, the component or the part of the document, such as `GET /users/me` or `Task`. */
  readonly place: string;
  /** A sentence in Markdown. */
  readonly says: string;
  /** Its effect on callers: `major` breaks them, `minor` offers something new, `patch` does neither. */
  readonly step: Step;
}

/** The differences between two contracts. */
export interface ContractDiff {
  /** `info.version` of the earlier one. */
  readonly from: string;
  /** `info.version` of the later one. */
  readonly to: string;
  /** All differences except `info.version`. */
  readonly changes: readonly ContractChange[];
}

const CONTRACT = "generated/openapi.json";
const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/**
 * Compares the contract of the newest release in `CHANGELOG.md`, read from its git tag, with the current one. Undefined
 * before the first release.
 *
 * Rejects when the tag is missing.
 */
export async function changesSinceRelease(): Promise<ContractDiff | undefined> {
  const version = newestRelease(await readFile(join(root, "CHANGELOG.md"), "utf8"));
  if (version === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "contract-diff-"));
  try {
    const released = join(folder, "openapi.json");
    await writeFile(released, JSON.stringify(await contractAt(`v${version}`, folder)));
    return await contractDiff(released, join(root, CONTRACT));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bundles the contract of a git tag or commit in an empty folder. */
export async function contractAt(revision: string, folder: string): Promise<unknown> {
  const archive = join(folder, "openapi.tar");
  try {
    await run("git", ["archive", `--output=${archive}`, revision, "openapi"], { cwd: root });
  } catch (cause) {
    throw new Error(`Cannot read openapi/ of ${revision} (run: git fetch --tags)`, { cause });
  }
  await run("tar", ["-xf", archive, "-C", folder]);
  return bundleDocument(join(folder, "openapi/openapi.yaml"));
}

/** Compares two bundled contracts. */
export async function contractDiff(base: string, revision: string): Promise<ContractDiff> {
  const { stdout } = await run(
    process.execPath,
    [
      `${root}node_modules/@redocly/cli/bin/cli.js`,
      ...["diff", base, revision],
      ...["--config", `${root}scripts/contract-diff.redocly.yaml`],
      // Redocly's own version check accepts versions that go back or jump, so `contractGate` decides.
      ...["--format", "json", "--fail-on", "none"],
    ],
    {
      maxBuffer: 2 ** 28,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  // Version 1 of the JSON report of `redocly diff`.
  const report = JSON.parse(stdout) as {
    reportVersion: string;
    infoVersions: { base: string; revision: string };
    changes: DiffRow[];
  };
  if (report.reportVersion !== "1") throw new Error(`Expected report version 1; received ${report.reportVersion}.`);
  const listed = report.changes
    .filter(({ path, property }) => !(path === "#/info" && property === "version"))
    .map((row) => ({ place: placeOf(pointerOf(row)), says: describeChange(row), step: rateChange(row) }));
  const [before, after] = await Promise.all(
    [base, revision].map(async (path): Promise<unknown> => JSON.parse(await readFile(path, "utf8"))),
  );
  return {
    from: report.infoVersions.base,
    to: report.infoVersions.revision,
    changes: [...listed, ...unlistedChanges(before, after, listed)],
  };
}

/** Whether `info.version` made the step that the changes need, with a message for the author. */
export function contractGate(diff: ContractDiff): { passed: boolean; message: string } {
  const { from, to, changes } = diff;
  const impact = largestStep(changes.map(({ step }) => step));
  if (!impact) {
    const unchanged = `No changes since version ${from} of the contract.`;
    const passed = to === from;
    return { passed, message: passed ? unchanged : `${unchanged} Expected info.version ${from}; received ${to}.` };
  }
  const step = stepFrom(from, impact);
  const needed = nextVersion(from, step);
  // A change of behavior can break callers without changing the document, so a larger step is allowed.
  const larger = STEPS.filter((each) => each !== step && atLeast(each, step)).map((each) => nextVersion(from, each));
  const passed = [needed, ...larger].includes(to);
  const list = STEPS.toReversed().flatMap((each) =>
    changes.filter((change) => change.step === each).map(({ place, says }) => `  ${each}  ${place}: ${says}`),
  );
  return {
    passed,
    message: [
      `Since version ${from} of the contract:`,
      ...list,
      `These changes need a ${step} step. Expected info.version ${needed}${larger.length > 0 ? ` (or ${larger.join(" or ")})` : ""} in openapi/openapi.yaml; received ${to}.`,
    ].join("\n"),
  };
}

/** The changes as Markdown with headings of the second level, the breaking ones first. */
export function changesMarkdown(diff: ContractDiff | undefined): string {
  if (diff === undefined) return "There is no release yet.\n";
  const { from, to, changes } = diff;
  if (changes.length === 0) return `No changes since the last release of the contract, version ${from}.\n`;
  const sections = HEADINGS.map(([step, heading, meaning]) => {
    const lines = changes.filter((change) => change.step === step).map(({ place, says }) => `- \`${place}\`: ${says}`);
    return lines.length === 0 ? "" : `## ${heading}\n\n${meaning}\n\n${lines.join("\n")}\n`;
  });
  return [
    `The last release has version ${from} of the contract. Today it is version ${to}.\n`,
    ...sections.filter((section) => section !== ""),
  ].join("\n");
}

const HEADINGS: ReadonlyArray<readonly [Step, string, string]> = [
  ["major", "Breaking", "A program that worked before may fail."],
  ["minor", "New", "Programs keep working. They may use something new, or should stop using something deprecated."],
  ["patch", "Other changes", "Mostly descriptions and examples. Programs keep working."],
];

/** One row of the JSON report of `redocly diff`. */
interface DiffRow {
  /** A JSON pointer that goes through references, so it begins with the first operation that has the change. */
  readonly path: string;
  /** Its OpenAPI type, such as `Schema` or `Header`. */
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: Step;
  /** The modified property. */
  readonly property?: string;
  readonly verdicts: ReadonlyArray<{ readonly message: string }>;
  readonly base?: DiffSide;
  readonly revision?: DiffSide;
}

interface DiffSide {
  /** Its pointer in that document: in a component when it is shared. */
  readonly pointer: string;
  readonly value?: unknown;
}

/** The version step for a change. Redocly rates breaking changes; the rest is rated here by the rules of semver.org. */
function rateChange(row: DiffRow): Step {
  if (row.impact === "major") return "major";
  // Prose and `x-` extensions change no request and no response, even if they are new.
  if (isProse(row)) return "patch";
  // semver.org asks for a minor step for a deprecation.
  if (row.property === "deprecated") return "minor";
  // A caller that omits the value, or reads the header, gets another result.
  if (row.property === "default" || (row.typeName === "Header" && row.revision?.value === false)) return "major";
  if (row.typeName === "SecurityRequirement") return row.kind === "removed" ? "minor" : "major";
  // A non-breaking change of a request accepts more than before.
  if (row.kind === "modified" && /\/(requestBody|parameters)\//.test(`${row.path}/`)) return "minor";
  return row.impact;
}

/** The operation, the component or the part of the document that contains a JSON pointer. */
function placeOf(pointer: string): string {
  const [part = "", first = "", second = ""] = segmentsOf(pointer);
  if (part === "components" && second !== "") return second;
  if (part === "paths" && METHODS.has(second)) return `${second.toUpperCase()} ${first}`;
  if (part === "paths" && first !== "") return first;
  return part === "" ? "document" : part;
}

/** The change as a sentence in Markdown. */
function describeChange(row: DiffRow): string {
  const [verdict] = row.verdicts;
  // Quoted values become code, since they may contain Markdown.
  if (verdict) return row.verdicts.map(({ message }) => message.replace(/'([^'`]*)'/g, "`$1`")).join(" ");
  const what = withinPlace(row);
  if (row.kind === "modified")
    return `${what === "" ? code(row.property) : `${code(row.property)} of ${what}`} changed.`;
  if (what !== "") return `${what} was ${row.kind}.`;
  return row.kind === "added" ? "Added." : "Removed.";
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const PROSE = new Set(["description", "summary", "title", "example", "examples", "externalDocs", "info", "tags"]);
/** Keys below these are names chosen by authors: a property may be called `description`. */
const NAMES_BELOW = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "headers",
  "schemas",
  "parameters",
  "responses",
]);
/** Segments that tell a reader nothing. */
const FRAME = /^(\d+|content|application\/json|schema|properties|items|anyOf|allOf|oneOf|\$ref)$/;

function isProse({ path, property }: DiffRow): boolean {
  return segmentsOf(path)
    .filter((_, index, names) => !NAMES_BELOW.has(names[index - 1] ?? ""))
    .concat(property ?? [])
    .some((name) => PROSE.has(name) || name.startsWith("x-"));
}

/** The path from the place to the change, without framing segments. */
function withinPlace(row: DiffRow): string {
  const names = segmentsOf(pointerOf(row));
  const skipped = names[0] === "components" ? 3 : names[0] === "paths" ? (METHODS.has(names[2] ?? "") ? 3 : 2) : 1;
  const rest = names.slice(skipped);
  if (rest.at(-1) === row.property) rest.pop();
  const informative = rest.filter((name, index) => !FRAME.test(name) || rest[index - 1] === "responses");
  return informative.length === 0 ? "" : code(informative.join(" "));
}

function pointerOf(row: DiffRow): string {
  return (row.revision ?? row.base)?.pointer ?? row.path;
}

function code(text = ""): string {
  return `\`${text}\``;
}

/** Differences that `redocly diff` does not list: in values of examples, and deep in `x-` extensions. */
function unlistedChanges(base: unknown, revision: unknown, listed: readonly ContractChange[]): ContractChange[] {
  const known = new Set(listed.map(({ place }) => place));
  const places = differences(base, revision)
    .filter((at) => at !== "#/info/version")
    .map(placeOf);
  return [...new Set(places)]
    .filter((place) => !known.has(place))
    .map((place) => ({ place, says: "An example or a mark for tools changed.", step: "patch" }));
}

/** JSON pointers of the differences. An array counts as one value. */
function differences(base: unknown, revision: unknown, at = "#"): string[] {
  if (!isJsonObject(base) || !isJsonObject(revision)) return isDeepStrictEqual(base, revision) ? [] : [at];
  const keys = new Set([...Object.keys(base), ...Object.keys(revision)]);
  return [...keys].flatMap((key) => differences(base[key], revision[key], pointer(at, key)));
}
