// npm run lab -- <name> [options]: runs one experiment. Without a name, or with an unknown one, it prints all of them.
// `npm run lab -- readme` renews the table of lab/README.md.
import { spawnSync } from "node:child_process";
import { root } from "../support/repository.js";
import { type Experiment, experiments, experimentsTable } from "./experiments.js";
import { writeFigures } from "./support/figures.js";

const [name = "", ...options] = process.argv.slice(2);
const experiment = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
if (experiment !== undefined) process.exitCode = run(experiment);
else if (name === "readme") writeFigures(`${root}lab/README.md`, { experiments: experimentsTable() });
else {
  console.log(experimentsTable());
  process.exitCode = name === "" ? 0 : 2;
}

function run({ command: [program, ...args], env, build }: Experiment): number {
  const start = (file: string, ...rest: string[]) =>
    spawnSync(file, rest, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
  const built = build ? start("npm", "run", "--silent", "build") : 0;
  return built === 0 ? start(`${root}node_modules/.bin/${program}`, ...args, ...options) : built;
}
