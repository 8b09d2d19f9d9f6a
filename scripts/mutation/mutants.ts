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

/** A place in a source file; both numbers count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** What names a mutant for as long as its code stays as it is: line numbers move, so they are no part of it. */
export interface MutantName {
  /** The source line on which it starts. */
  readonly line: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A change to the code, and what became of it. */
export interface Mutant extends MutantName {
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
