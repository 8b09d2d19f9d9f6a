// npm run bench:check-exchange: what checkExchange costs on a page of 100 entries, beside JSON.parse of its body.
// Both are timed in turn in one process, for several rounds. `--json FILE` writes the figures; `--only <operation>`
// and `--shape <open|closed>` are for a profile. Fails when a bound does not hold.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Exchange } from "content-service-contract-tests";
import { bundledKit } from "./check-exchange/bundled-kit.js";
import { longPages } from "./check-exchange/pages.js";
import { type Figure, holds, line, percentile } from "./figure.js";

const ENTRIES = 100;
const ROUNDS = 15;
const ROUND_MS = 40;
const WARM_UP_MS = 300;
const RUNS_AT_ONCE = 20;
/** The bound of the issue, for the open form. The closed form is looked at. */
const AT_MOST = 3;

const { values } = parseArgs({
  options: { json: { type: "string" }, only: { type: "string" }, shape: { type: "string" } },
});
const { checkExchange, loadContract, positiveCases } = await bundledKit();
const contract = loadContract();
const pages = longPages(positiveCases(contract), ENTRIES).filter(({ name }) => name.includes(values.only ?? ""));
const shapes = (["open", "closed"] as const).filter((shape) => shape === (values.shape ?? shape));
const figures: Figure[] = [];
const rows = pages.flatMap(({ name, exchange, bytes }) =>
  shapes.map((shape) => {
    const row = { page: name, shape, bytes, ...measure(exchange, shape === "closed") };
    const bound = shape === "open" ? { bound: { atMost: AT_MOST } } : {};
    figures.push({
      name: `${name}, ${Math.round(bytes / 1000)} kB, ${shape}`,
      value: row.ratio,
      unit: "times",
      ...bound,
    });
    console.log(
      `${line(figures.at(-1) as Figure)}   ${row.ratioLow} to ${row.ratioHigh}; ${row.checkUs} µs and ${row.parseUs} µs`,
    );
    return row;
  }),
);

if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
process.exitCode = figures.every(holds) ? 0 : 1;

function measure(exchange: Exchange, closed: boolean) {
  const body = exchange.response.body ?? "";
  const check = () => checkExchange(exchange, { contract, closed }).length;
  const parse = () => (JSON.parse(body) === null ? 1 : 0);
  if (check() > 0) throw new Error(`the page does not hold: ${JSON.stringify(checkExchange(exchange, { closed }))}`);
  timeOf(check, WARM_UP_MS);
  timeOf(parse, WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    // The one that goes first changes with each round, so that neither gains by its place.
    const checkFirst = round % 2 === 0 ? timeOf(check, ROUND_MS) : undefined;
    const parseUs = timeOf(parse, ROUND_MS);
    const checkUs = checkFirst ?? timeOf(check, ROUND_MS);
    return { checkUs, parseUs, ratio: checkUs / parseUs };
  });
  const of = (key: "checkUs" | "parseUs" | "ratio", share: number) =>
    Math.round(
      percentile(
        rounds.map((round) => round[key]),
        share,
      ) * 100,
    ) / 100;
  return {
    ratio: of("ratio", 0.5),
    ratioLow: of("ratio", 0),
    ratioHigh: of("ratio", 1),
    checkUs: of("checkUs", 0.5),
    parseUs: of("parseUs", 0.5),
  };
}

/**
 * How many microseconds of processor time one run takes, over at least a time. By the clock, whatever else runs on the
 * machine would count.
 */
function timeOf(run: () => number, atLeastMs: number): number {
  const before = process.cpuUsage();
  let runs = 0;
  let sum = 0;
  for (;;) {
    for (let some = 0; some < RUNS_AT_ONCE; some += 1) sum += run();
    runs += RUNS_AT_ONCE;
    const { user, system } = process.cpuUsage(before);
    if (sum > 0) throw new Error("the page no longer holds");
    if (user + system >= atLeastMs * 1000) return (user + system) / runs;
  }
}
