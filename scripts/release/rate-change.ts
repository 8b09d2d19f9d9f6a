import type { Step } from "./version-step.js";

/** One row of the JSON report of `redocly diff`. */
export interface DiffRow {
  /** A JSON pointer that goes through references, so it begins with the first operation that has the change. */
  readonly path: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: Step;
  /** Which property of the place was modified. */
  readonly property?: string;
  readonly verdicts: ReadonlyArray<{ readonly message: string }>;
  readonly base?: DiffSide;
  readonly revision?: DiffSide;
}

interface DiffSide {
  /** Where it stands in that document: in a component when it is shared. */
  readonly pointer: string;
}

/**
 * How much a change means to those who call. Redocly rates what breaks; the rest is mended here, where it calls by one
 * name what semantic versions tell apart.
 */
export function rateChange(row: DiffRow): Step {
  if (row.impact === "major") return "major";
  // Words for people and marks for tools change no exchange, even where they are new.
  if (isProse(row)) return "patch";
  // Something is announced to go: semver.org has a minor step for that.
  if (row.property === "deprecated") return "minor";
  // What is modified in a request and breaks nobody lets more through, and that is something new.
  if (row.kind === "modified" && /\/(requestBody|parameters)\//.test(`${row.path}/`)) return "minor";
  return row.impact;
}

/** The operation, the component or the part of the document in which a change stands. */
export function placeOf(row: DiffRow): string {
  const [part = "", first = "", second = ""] = segments(standsAt(row));
  if (part === "components" && second !== "") return second;
  if (part === "paths" && METHODS.has(second)) return `${second.toUpperCase()} ${first}`;
  if (part === "paths" && first !== "") return first;
  return part === "" ? "document" : part;
}

/** What changed, as a sentence in Markdown. */
export function sayChange(row: DiffRow): string {
  const [verdict] = row.verdicts;
  // Values stand in quotes; as code they cannot be taken for Markdown.
  if (verdict) return row.verdicts.map(({ message }) => message.replace(/'([^'`]*)'/g, "`$1`")).join(" ");
  const what = withinPlace(row);
  if (row.kind === "modified")
    return `${what === "" ? code(row.property) : `${code(row.property)} of ${what}`} changed.`;
  if (what !== "") return `${what} was ${row.kind}.`;
  return row.kind === "added" ? "Added." : "Removed.";
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const PROSE = new Set(["description", "summary", "title", "example", "examples", "externalDocs", "info", "tags"]);
/** What stands below these has a name that people chose, such as a property `description`, and such a name is no prose. */
const NAMES_BELOW = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "headers",
  "schemas",
  "parameters",
  "responses",
]);
/** Segments that every pointer has between those that tell something. */
const FRAME = /^(\d+|content|application\/json|schema|properties|items|anyOf|allOf|oneOf|\$ref)$/;

function isProse({ path, property }: DiffRow): boolean {
  return segments(path)
    .filter((_, index, names) => !NAMES_BELOW.has(names[index - 1] ?? ""))
    .concat(property ?? [])
    .some((name) => PROSE.has(name) || name.startsWith("x-"));
}

/** The way from the place to the change, without what every way has. */
function withinPlace(row: DiffRow): string {
  const names = segments(standsAt(row));
  const skipped = names[0] === "components" ? 3 : names[0] === "paths" ? (METHODS.has(names[2] ?? "") ? 3 : 2) : 1;
  const rest = names.slice(skipped);
  if (rest.at(-1) === row.property) rest.pop();
  const told = rest.filter((name, index) => !FRAME.test(name) || rest[index - 1] === "responses");
  return told.length === 0 ? "" : code(told.join(" "));
}

function standsAt(row: DiffRow): string {
  return (row.revision ?? row.base)?.pointer ?? row.path;
}

function segments(pointer: string): string[] {
  return pointer
    .replace(/^#\/?/, "")
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function code(text = ""): string {
  return `\`${text}\``;
}
