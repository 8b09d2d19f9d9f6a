// npm run lab -- <name> [options]: runs one experiment. Without a name, or with an unknown one, it prints all of them.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { root } from "../support/repository.js";
import { markdownTable } from "./support/figures.js";

/** What is measured about the project, apart from the checks and tests. */
interface Experiment {
  readonly question: string;
  /** A program of this repository, or the arguments of vitest. Options of the caller follow. */
  readonly command: readonly [program: "tsx" | "vitest", ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the experiment measures the built packages. */
  readonly build?: true;
  /** With the usual options, on a machine with two processors. */
  readonly duration: string;
  /** The page that shows the figures. @default the output alone */
  readonly shown?: string;
}

export const experiments: Readonly<Record<string, Experiment>> = {
  bytes: {
    question: "What do downloads and uploads cost in memory and time beside bare `fetch`, and do aborts leak?",
    command: ["tsx", "lab/client/bytes.ts"],
    build: true,
    duration: "5 minutes; `--megabytes 200 --aborts 500` 1",
    shown: "docs/guides/files.md",
  },
  client: {
    question: "What does a call cost beside other clients, or beside an earlier commit, and in a long list?",
    command: ["tsx", "lab/client/index.ts"],
    build: true,
    duration: "15 minutes; `--short --base HEAD~1` 2",
    shown: "docs/performance.md",
  },
  consumers: {
    question:
      "Do the tarballs work with each supported runtime, bundler, compiler and test runner, and as the READMEs say?",
    command: ["vitest", "run", "--config", "lab/consumers/vitest.config.ts"],
    duration: "5 minutes",
    shown: "docs/guides/install.md",
  },
  crash: {
    question: "Does a refresh survive that its process is killed, 200 times for each store?",
    command: ["vitest", "run", "--project", "sandbox", "random-kills"],
    env: { TEST_LANE: "slow", KILLS: "200" },
    duration: "10 minutes",
    shown: "docs/crashes.md",
  },
  documents: {
    question:
      "Twenty public documents: does the kit check their mocks without a false alarm, and do generated clients work?",
    command: ["tsx", "lab/documents/index.ts"],
    build: true,
    duration: "10 minutes; `--only petstore`",
    shown: "lab/README.md",
  },
  fuzz: {
    question: "Do the properties hold for new random input?",
    command: ["vitest", "run", "--project", "client", "test/properties", "--testTimeout", "0"],
    env: { FUZZ_RUNS: "20000", FUZZ_SEED: String(randomInt(2 ** 31)) },
    duration: "20 minutes",
  },
  "import-time": {
    question: "What does an import add to a Node process?",
    command: ["tsx", "lab/import-time.ts"],
    build: true,
    duration: "1 minute",
    shown: "README.md",
  },
  mutants: {
    question: "Does the fast lane of the tests find nearly all that the whole suite finds?",
    command: ["tsx", "lab/mutants/index.ts"],
    duration: "2 hours; `--only kit-3` a minute",
  },
  proof: {
    question: "Which planted defects do the contract tests find, and do they report a healthy service?",
    command: ["tsx", "lab/proof/index.ts"],
    duration: "5 minutes; `--sample 61` 1",
    shown: "docs/proof.md",
  },
  "proof-mutants": {
    question: "Which changes to the sandbox's code do the contract tests find?",
    command: ["tsx", "lab/proof/mutants/index.ts"],
    duration: "hours; `--sample 200 --write` 30 minutes",
    shown: "docs/proof.md",
  },
  sandbox: {
    question: "How fast is the sandbox beside the mock, and with a large seed?",
    command: ["tsx", "lab/sandbox/index.ts"],
    duration: "2 minutes",
    shown: "docs/sandbox.md",
  },
  services: {
    question: "How many state defects of five small services do the contract tests find?",
    command: ["tsx", "lab/services/index.ts"],
    duration: "1 minute; `--only shop`",
  },
  soak: {
    question: "Do 100 callers in five processes lose or leak anything, with faults injected?",
    command: ["tsx", "lab/soak/index.ts"],
    duration: "10 minutes; `--minutes 1`",
    shown: "docs/broken-networks.md",
  },
};

function run({ command: [program, ...args], env, build }: Experiment, options: readonly string[]): number {
  const start = (file: string, ...rest: string[]) =>
    spawnSync(file, rest, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
  const built = build ? start("npm", "run", "--silent", "build") : 0;
  return built === 0 ? start(`${root}node_modules/.bin/${program}`, ...args, ...options) : built;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = "", ...options] = process.argv.slice(2);
  const experiment = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
  if (experiment === undefined) {
    const rows = Object.entries(experiments).map(([name, { question, duration, shown = "the output" }]) => [
      ...[question, `npm run lab -- ${name}`, duration, shown],
    ]);
    console.log(markdownTable(["question", "command", "duration", "figures"], rows));
    process.exitCode = name === "" ? 0 : 2;
  } else process.exitCode = run(experiment, options);
}
