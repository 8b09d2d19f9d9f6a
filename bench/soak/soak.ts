// npm run soak: many callers in several processes on one sandbox, with faults and with tokens that live for seconds. It
// fails when something is lost or grows. `-- --minutes 2` or SOAK_MINUTES says how long; `-- --plant leaked-sockets`
// plants a fault to see that it is found.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checksOf } from "./checks.js";
import { FAULT_SHARE } from "./fault-plan.js";
import { PLANTED } from "./plant.js";
import { report } from "./report.js";
import { runSoak } from "./run.js";
import type { Second } from "./second.js";
import { soakPicture } from "./soak-picture.js";
import { TOKEN_LIFE_MS } from "./token-server.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: process.env["SOAK_MINUTES"] ?? "10" }, plant: { type: "string" } },
});
const PROCESSES = 5;
/** In each process. */
const CALLERS = 20;
const minutes = Number(values.minutes);
const plant = PLANTED.find((one) => one === values.plant);
if (!(minutes > 0)) throw new TypeError("--minutes must be a number above 0");
if (values.plant !== undefined && plant === undefined) throw new TypeError(`--plant is one of ${PLANTED.join(", ")}`);

const run = await runSoak({ minutes, processes: PROCESSES, callers: CALLERS, plant, onSecond: progress });
const checks = checksOf(run);
console.log(report(run, checks));

const folder = new URL("../../reports/", import.meta.url);
mkdirSync(folder, { recursive: true });
const { seconds, totals, sandbox } = run;
const share = `${FAULT_SHARE * 100} % of the requests meet a fault`;
const about = `${PROCESSES * CALLERS} callers in ${PROCESSES} processes; ${share}; tokens live ${TOKEN_LIFE_MS / 1000} s.`;
const figures = {
  minutes,
  node: process.version,
  checks,
  ...{ calls: totals.calls, failures: totals.failures, attempts: totals.attempts, refreshes: totals.refreshes },
  ...{ tokens: sandbox.tokens, faults: sandbox.faults, requests: sandbox.requests },
  seconds,
};
writeFileSync(new URL("soak.json", folder), `${JSON.stringify(figures, null, 1)}\n`);
writeFileSync(new URL("soak.svg", folder), soakPicture(about, seconds));
if (checks.some(({ problems }) => problems.length > 0)) process.exitCode = 1;

/** Shows every ten seconds that it goes on. */
function progress({ atMs, calls, failures, p50Ms, p99Ms, callers }: Second): void {
  const second = Math.round(atMs / 1000);
  if (second % 10 !== 0) return;
  const sockets = callers.reduce((sum, one) => sum + one.sockets, 0);
  console.error(
    `${second} s: ${calls} calls, ${failures} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${sockets} sockets`,
  );
}
