/** Files with a common minimum score. */
interface Group {
  readonly name: string;
  readonly files: RegExp;
  /** The minimum share of detected mutants, in percent. */
  readonly bound: number;
}

/** The whole client, and the three parts whose defects cost users most. */
export const groups: readonly Group[] = [
  { name: "all", files: /^src\//, bound: 90 },
  { name: "auth", files: /^src\/(tokens\/|request\/auth\.ts$)/, bound: 95 },
  { name: "retry", files: /^src\/request\/retry/, bound: 95 },
  { name: "paging", files: /^src\/(paging\/|operations\/.*offset)/, bound: 95 },
];

/** The part of Stryker's JSON report that is read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, ReportedFile>>;
}

interface ReportedFile {
  readonly source: string;
  readonly mutants: readonly {
    readonly mutatorName: string;
    readonly replacement?: string;
    readonly status: string;
    readonly location: { readonly start: Place; readonly end: Place };
  }[];
}

/** A position in a source file; line and column count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The identity of a mutant until its code changes. Line numbers move, so they are no part of it. */
interface MutantName {
  /** The source line on which it starts. */
  readonly line: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant and its result. */
interface Mutant extends MutantName {
  readonly file: string;
  readonly lineNumber: number;
  readonly status: string;
}

/** All mutants of a report. */
export function mutantsOf({ files }: MutationReport): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map(({ mutatorName, replacement = "", status, location: { start, end } }) => ({
      file,
      lineNumber: start.line,
      line: oneLine(lines[start.line - 1] ?? ""),
      mutator: mutatorName,
      original: oneLine(textBetween(lines, start, end)),
      replacement: oneLine(replacement),
      status,
    }));
  });
}

function textBetween(lines: readonly string[], start: Place, end: Place): string {
  const within = lines.slice(start.line - 1, end.line);
  // The end first: on a single line the start would move it.
  within.push((within.pop() ?? "").slice(0, end.column - 1));
  within.unshift((within.shift() ?? "").slice(start.column - 1));
  return within.join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The known survivors, by file. */
export type Explained = Readonly<Record<string, readonly (MutantName & { readonly why: string })[]>>;

/** The problems of a run: survivors without a reason, reasons without a survivor, and shares below the minimum. */
export function problemsOf(mutants: readonly Mutant[], explained: Explained, shares: readonly Share[]): string[] {
  const reasons = Object.entries(explained).flatMap(([file, entries]) =>
    // Each entry is for one mutant; several mutants of the same name need several entries.
    entries.map((entry) => ({ name: nameOf(file, entry), why: entry.why })),
  );
  const problems: string[] = [];
  for (const mutant of mutants.filter(hasSurvived)) {
    const name = nameOf(mutant.file, mutant);
    const index = reasons.findIndex((reason) => reason.name === name);
    const [reason] = index < 0 ? [] : reasons.splice(index, 1);
    if (!reason) problems.push(`survived, and is not in the list (line ${mutant.lineNumber}): ${name}`);
    else if (!reason.why?.trim()) problems.push(`has no reason in the list: ${name}`);
  }
  for (const { name } of reasons) problems.push(`is in the list, and did not survive: ${name}`);
  if (mutants.some(({ status }) => status === "Pending")) problems.push("the run was not finished");
  for (const { name, percent, bound } of shares) {
    if (!(percent >= bound)) problems.push(`${name}: ${percent.toFixed(2)} % noticed, and ${bound} % are asked for`);
  }
  return problems;
}

function nameOf(file: string, { line, mutator, original, replacement }: MutantName): string {
  return `${file}: ${mutator}: ${original} -> ${replacement} in: ${line}`;
}

/** The results of a group of mutants. */
export interface Share extends Group {
  readonly killed: number;
  /** Mutants that made a test run time out. They count as detected. */
  readonly timedOut: number;
  readonly survived: number;
  /** The share of detected mutants in percent; NaN without mutants. */
  readonly percent: number;
}

const SURVIVED = new Set(["Survived", "NoCoverage"]);

/** Whether no test detected a mutant. */
function hasSurvived({ status }: Pick<Mutant, "status">): boolean {
  return SURVIVED.has(status);
}

/** The share of each group. A mutant that does not load is not counted. */
export function sharesOf(mutants: readonly Mutant[], groups: readonly Group[]): Share[] {
  return groups.map((group) => {
    const own = mutants.filter(({ file }) => group.files.test(file));
    const killed = own.filter(({ status }) => status === "Killed").length;
    const timedOut = own.filter(({ status }) => status === "Timeout").length;
    const survived = own.filter(hasSurvived).length;
    return {
      ...group,
      killed,
      timedOut,
      survived,
      percent: (100 * (killed + timedOut)) / (killed + timedOut + survived),
    };
  });
}
