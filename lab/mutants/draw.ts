// Draws the mutants of drawn.yaml: of all that Stryker makes at a commit, as many in each room, by a seed. A mutant that
// does not compile, or whose place cannot be found again, is left out.
import { writeFileSync } from "node:fs";
import ts from "typescript";
import { stringify } from "yaml";
import { instrument } from "../proof/mutants/instrument.js";
import { seededRandom } from "../support/seeded-random.js";
import { copyOf, sourcesOf } from "./copy.js";
import { type DrawnMutant, placeOf } from "./place.js";

const COMMIT = "99d4087";
const SEED = 25;
const DRAWN = 20;
const RESERVE = 10;
const LINES_AROUND = 2;
const ROOMS = { client: "src/", kit: "contract-tests/src/", sandbox: "sandbox/src/" };
/** Replacements that other operators around them could take apart. */
const OPERATORS = /Operator|BooleanLiteral|MethodExpression/;

const folder = await copyOf(COMMIT);
const sources = sourcesOf(folder);
const { mutants } = await instrument([...sources].map(([name, content]) => ({ name, mutate: true, content })));
const compiles = compilerOf(folder);
const lists = Object.entries(ROOMS).map(([room, start]) => {
  const left = mutants.filter(({ fileName }) => fileName.startsWith(start));
  const random = seededRandom(SEED);
  const list: DrawnMutant[] = [];
  console.log(`${room}: ${left.length} mutants`);
  while (list.length < DRAWN + RESERVE) {
    const [made] = left.splice(Math.floor(random() * left.length), 1);
    if (made === undefined) break;
    const { fileName: file, mutatorName: mutator, replacement: code, location } = made;
    const source = sources.get(file) ?? "";
    const [start, end] = [location.start, location.end].map(({ line, column }) => offsetOf(source, line) + column);
    if (start === undefined || end === undefined) break;
    const mutant = {
      id: `${room}-${list.length + 1}`,
      file,
      line: location.start.line + 1,
      mutator,
      before: oneLine(source.slice(offsetOf(source, location.start.line - LINES_AROUND), start)),
      original: source.slice(start, end),
      after: oneLine(source.slice(end, offsetOf(source, location.end.line + 1 + LINES_AROUND))),
      replacement: OPERATORS.test(mutator) && /\s/.test(code) ? `(${code})` : code,
    };
    const place = placeOf(mutant, sources);
    if (place?.file !== file || place.start !== start || place.end !== end) console.log("place not found", mutant);
    else if (!compiles(file, source.slice(0, start) + mutant.replacement + source.slice(end)))
      console.log(`does not compile: ${file}:${mutant.line} ${mutant.replacement}`);
    else list.push(mutant);
  }
  return list;
});
const drawn = {
  commit: COMMIT,
  seed: SEED,
  mutants: lists.flatMap((list) => list.slice(0, DRAWN)),
  reserve: lists.flatMap((list) => list.slice(DRAWN)),
};
writeFileSync(new URL("drawn.yaml", import.meta.url), stringify(drawn, { lineWidth: 120 }));

/** Where a line starts in a text. */
function offsetOf(text: string, line: number): number {
  const lines = text.split("\n");
  return lines.slice(0, Math.max(0, line)).join("\n").length + (line > 0 ? 1 : 0);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Type checks a copy once, then tells whether it compiles with another text of one file. */
function compilerOf(copy: string): (file: string, text: string) => boolean {
  const config = ts.readConfigFile(`${copy}/tsconfig.json`, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, copy);
  const changed = new Map<string, string>();
  const kept = new Map<string, ts.SourceFile | undefined>();
  const host = ts.createIncrementalCompilerHost(options);
  const { readFile, getSourceFile } = host;
  host.readFile = (path) => changed.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    if (changed.has(path)) return getSourceFile(path, ...rest);
    if (!kept.has(path)) kept.set(path, getSourceFile(path, ...rest));
    return kept.get(path);
  };
  const check = (base?: ts.SemanticDiagnosticsBuilderProgram) => {
    const builder = ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, host, base);
    const problems = [...builder.getSyntacticDiagnostics()];
    for (let next = builder.getSemanticDiagnosticsOfNextAffectedFile(); next; ) {
      problems.push(...next.result);
      next = problems.length > 0 ? undefined : builder.getSemanticDiagnosticsOfNextAffectedFile();
    }
    return { builder, problems };
  };
  const { builder, problems } = check();
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, { ...host, getNewLine: () => "\n" }));
  return (file, text) => {
    changed.clear();
    changed.set(`${copy}/${file}`, text);
    return check(builder).problems.length === 0;
  };
}
