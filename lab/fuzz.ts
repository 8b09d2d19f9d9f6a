// npm run lab -- fuzz: runs the property tests with a new seed each round, until a failure, a signal or the end of FUZZ_MINUTES. A
// failure is printed with its case and the command that reproduces it.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The used part of vitest's JSON report. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { FUZZ_MINUTES = "Infinity", FUZZ_RUNS = "2000", FUZZ_SEED } = process.env;
const minutes = Number(FUZZ_MINUTES);
if (!(minutes > 0)) throw new TypeError("FUZZ_MINUTES must be a number above 0");
const endMs = Date.now() + minutes * 60_000;

const reportFile = join(root, "reports/fuzz.json");

for (let round = 1; process.exitCode === undefined && Date.now() < endMs; round += 1) {
  // FUZZ_SEED sets the first seed only.
  const seed = round === 1 && FUZZ_SEED !== undefined ? Number(FUZZ_SEED) : randomInt(2 ** 31);
  const startMs = Date.now();
  const { passed, failures } = await run(seed);
  const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
  console.log(`round ${round}: seed ${seed}, ${passed} properties passed, ${failures.length} failed, ${seconds} s`);
  for (const failure of failures) console.log(`\n${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Runs all properties with a seed. */
async function run(seed: number): Promise<{ passed: number; failures: string[] }> {
  await rm(reportFile, { force: true });
  const options = ["--project", "client", "--testTimeout", "0", "--reporter", "json", "--outputFile", reportFile];
  const env = { ...process.env, FUZZ_RUNS, FUZZ_SEED: `${seed}` };
  const child = spawn(process.execPath, [vitest, "run", "test/properties", ...options], { cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
  const [code] = await once(child, "close");
  const text = await readFile(reportFile, "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failures: [`vitest ended with ${code} and no report:\n${output}`] };
  // vitest writes this shape.
  const { testResults } = JSON.parse(text) as Report;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ name, ...test })),
  );
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failures = tests.flatMap(({ name, status, fullName, failureMessages = [] }) =>
    status === "failed" ? [failureText(relative(root, name), fullName, failureMessages.join("\n"), seed)] : [],
  );
  // A failure outside of tests, such as an import, belongs to its file.
  for (const { message, name, assertionResults } of testResults) {
    if (message && assertionResults.length === 0) failures.push(`${name}: ${message}`);
  }
  if (failures.length === 0 && code !== 0) failures.push(`vitest ended with ${code}:\n${output}`);
  return { passed, failures };
}

/** Describes a failed property, with the command that runs only the failed case. */
function failureText(file: string, name: string, message: string, seed: number): string {
  const path = /path: "([\d:]+)"/.exec(message)?.[1];
  const pattern = name.replaceAll(/[^\w ,:-]/g, ".");
  const command = [
    `FUZZ_RUNS=${FUZZ_RUNS} FUZZ_SEED=${seed}`,
    ...(path === undefined ? [] : [`FUZZ_PATH=${path}`]),
    `npx vitest run --project client ${file} -t "${pattern}"`,
  ].join(" ");
  return `${file}: ${name}\n${message.slice(0, 4000)}\n\nReproduce it with:\n  ${command}`;
}
