import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { isJsonObject, type Json, type JsonObject, pointer, segmentsOf } from "content-service-contract";
import { atLeast, isVersion, largestStep, nextVersion, STEPS, type Step, stepFrom } from "./version-step.js";

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

const run = promisify(execFile);

/**
 * Compares two bundled contracts with Redocly CLI (`@redocly/cli`), which rates the changes of requests and responses.
 *
 * Rejects with the error of the module resolution when it is not installed.
 */
export async function contractDiff(before: unknown, after: unknown): Promise<ContractDiff> {
  const [base, revision] = [withOwnSecurity(before), withOwnSecurity(after)];
  const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
  const folder = await mkdtemp(join(tmpdir(), "contract-diff-"));
  const write = async (name: string, value: unknown) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify(value));
    return path;
  };
  try {
    const files = [await write("base.json", base), await write("revision.json", revision)];
    const { stdout } = await run(
      process.execPath,
      [
        ...[cli, "diff", ...files, "--config", await write("redocly.yaml", RATING)],
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
    const { base: from, revision: to } = report.infoVersions;
    return { from, to, changes: [...listed, ...unlistedChanges(base, revision, listed)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the security of the document at each operation without its own: where it stands makes no difference. */
function withOwnSecurity(contract: unknown): unknown {
  const { security, paths, ...others } = isJsonObject(contract) ? contract : {};
  if (security === undefined || !isJsonObject(paths)) return contract;
  const operation = (one: Json) => (isJsonObject(one) && "responses" in one ? { security, ...one } : one);
  const item = (one: Json) => (isJsonObject(one) ? mapValues(one, operation) : one);
  return { ...others, paths: mapValues(paths, item) };
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

// Responses are open: a value that is newly known was possible before.
const OPEN = { "enum-values-added": "minor" };
/** Without its preset the command rates breaking changes as patches. Without `telemetry` it sends usage data. */
const RATING = { extends: ["diff-recommended"], telemetry: "off", oas3_0Diff: OPEN, oas3_1Diff: OPEN };

/** Whether `info.version` made the step that the changes need, with a message for the author. */
export function contractGate(diff: ContractDiff): { passed: boolean; message: string } {
  const { from, to, changes } = diff;
  const impact = largestStep(changes.map(({ step }) => step));
  if (!impact) {
    const unchanged = `No changes since version ${from} of the contract.`;
    const passed = to === from;
    return { passed, message: passed ? unchanged : `${unchanged} Expected info.version ${from}; received ${to}.` };
  }
  const { needed, step, larger } = isVersion(from)
    ? versionsAfter(from, impact)
    : { needed: `other than ${from}`, step: impact, larger: [] };
  const passed = isVersion(from) ? [needed, ...larger].includes(to) : to !== from;
  const list = STEPS.toReversed().flatMap((each) =>
    changes.filter((change) => change.step === each).map(({ place, says }) => `  ${each}  ${place}: ${says}`),
  );
  return {
    passed,
    message: [
      `Since version ${from} of the contract:`,
      ...list,
      `These changes need a ${step} step. Expected info.version ${needed}${larger.length > 0 ? ` (or ${larger.join(" or ")})` : ""}; received ${to}.`,
    ].join("\n"),
  };
}

/** The version that changes need. A change of behavior can break callers without changing the document, so a larger step is allowed. */
function versionsAfter(from: string, impact: Step) {
  const step = stepFrom(from, impact);
  const larger = STEPS.filter((each) => each !== step && atLeast(each, step)).map((each) => nextVersion(from, each));
  return { needed: nextVersion(from, step), step, larger };
}

/** One row of the JSON report of `redocly diff`. */
interface DiffRow {
  /** A JSON pointer that goes through references, so it begins with the first operation that has the change. */
  readonly path: string;
  /** Its OpenAPI type, such as `Schema` or `Header`. */
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: Step;
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
  // A caller that omits the value, or reads the header, gets another result. A first default says what was open.
  if (row.property === "default") return row.base?.value === undefined ? "minor" : "major";
  if (row.typeName === "Header" && row.revision?.value === false) return "major";
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
const NAMES_BELOW = /^(properties|patternProperties|\$defs|headers|schemas|parameters|responses)$/;
/** Segments that tell a reader nothing. */
const FRAME = /^(\d+|content|application\/json|schema|properties|items|anyOf|allOf|oneOf|\$ref)$/;

function isProse({ path, property }: DiffRow): boolean {
  return segmentsOf(path)
    .filter((_, index, names) => !NAMES_BELOW.test(names[index - 1] ?? ""))
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
