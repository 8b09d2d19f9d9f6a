// npm run lab -- <name> [options]: runs one experiment. Without a name, or with an unknown one, it prints all of them.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { read, root } from "../support/repository.js";

/** What runs as an experiment. `lab/README.md` has the question of each one. */
interface Experiment {
  /** A program of this repository, or the arguments of vitest. Options of the caller follow. */
  readonly command: readonly [program: "tsx" | "vitest", ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the experiment measures the built packages. */
  readonly build?: true;
}

export const experiments: Readonly<Record<string, Experiment>> = {
  bytes: { command: ["tsx", "lab/client/bytes.ts"], build: true },
  client: { command: ["tsx", "lab/client/index.ts"], build: true },
  consumers: { command: ["vitest", "run", "--config", "lab/consumers/vitest.config.ts"] },
  crash: {
    command: ["vitest", "run", "--project", "sandbox", "random-kills"],
    env: { TEST_LANE: "slow", KILLS: "200" },
  },
  documents: { command: ["tsx", "lab/documents/index.ts"], build: true },
  fuzz: {
    command: ["vitest", "run", "--project", "client", "test/properties", "--testTimeout", "0"],
    env: { FUZZ_RUNS: "20000", FUZZ_SEED: String(randomInt(2 ** 31)) },
  },
  "import-time": { command: ["tsx", "lab/import-time.ts"], build: true },
  mutants: { command: ["tsx", "lab/mutants/index.ts"] },
  proof: { command: ["tsx", "lab/proof/index.ts"] },
  "proof-mutants": { command: ["tsx", "lab/proof/mutants/index.ts"] },
  sandbox: { command: ["tsx", "lab/sandbox/index.ts"] },
  services: { command: ["tsx", "lab/services/index.ts"] },
  soak: { command: ["tsx", "lab/soak/index.ts"] },
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
  if (experiment !== undefined) process.exitCode = run(experiment, options);
  else {
    const [, table = ""] = read("lab/README.md").split("<!-- table: experiments -->\n");
    console.log(table.split("\n\n")[0]);
    process.exitCode = name === "" ? 0 : 2;
  }
}
