// npm run lab -- fuzz: runs the property tests with a new seed each round, until a failure, a signal or the end of
// FUZZ_MINUTES. vitest prints a failure with the path of its case, which FUZZ_SEED and FUZZ_PATH repeat.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { FUZZ_MINUTES = "Infinity", FUZZ_RUNS = "2000", FUZZ_SEED } = process.env;
const minutes = Number(FUZZ_MINUTES);
if (!(minutes > 0)) throw new TypeError("FUZZ_MINUTES must be a number above 0");
const endMs = Date.now() + minutes * 60_000;
const command = [`${root}node_modules/vitest/vitest.mjs`, "run", "--project", "client", "test/properties"];

for (let round = 1; process.exitCode === undefined && Date.now() < endMs; round += 1) {
  // FUZZ_SEED sets the first seed only.
  const seed = round === 1 && FUZZ_SEED !== undefined ? FUZZ_SEED : String(randomInt(2 ** 31));
  console.log(`round ${round}: FUZZ_RUNS=${FUZZ_RUNS} FUZZ_SEED=${seed}`);
  const { status } = spawnSync(process.execPath, [...command, "--testTimeout", "0", "--reporter", "minimal"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FUZZ_RUNS, FUZZ_SEED: seed },
  });
  if (status === 0) continue;
  console.log(
    `Repeat it with: FUZZ_RUNS=${FUZZ_RUNS} FUZZ_SEED=${seed} FUZZ_PATH=<path> npx vitest run test/properties`,
  );
  process.exitCode = 1;
}
