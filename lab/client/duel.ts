// npm run lab -- duel [--base <commit>] [--head <commit>] [--rounds 10] [--seed 1] [--newer-node] [--short]: compares the
// packed clients of two commits, and their peers, in one run. By default with the commit of the main branch.
import { parseArgs } from "node:util";
import { CLIENT_WAYS, type Contender, PLAIN_WAYS } from "./contenders.js";
import { measureGets } from "./gets.js";
import { baseOf, commitOf, packageAt } from "./packages.js";
import { getTable } from "./page.js";
import { startServer } from "./processes.js";
import { newerNode, ownNode, root, withPrograms } from "./programs.js";

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    head: { type: "string", default: "HEAD" },
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    "newer-node": { type: "boolean", default: false },
    short: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 3 : 10));
const seed = Number(values.seed);
if (![rounds, seed].every((one) => Number.isInteger(one) && one > 0)) {
  throw new TypeError(`--rounds and --seed: expected positive integers; received ${values.rounds} and ${values.seed}`);
}
const amount = values.short
  ? { rounds, warmUp: 1, turns: 1, calls: 200, seed }
  : { rounds, warmUp: 3, turns: 2, calls: 500, seed };

const base = values.base === undefined ? baseOf(root) : commitOf(root, values.base);
const head = commitOf(root, values.head);
const commits = base === head ? [head] : [base, head];
const contenders = [
  ...PLAIN_WAYS.map((way): Contender => ({ name: way, way, client: root })),
  ...commits.flatMap((commit) => {
    const client = packageAt(root, commit);
    return CLIENT_WAYS.map((way): Contender => ({ name: `${way}, ${commit.slice(0, 7)}`, way, client }));
  }),
];
const node = values["newer-node"] ? await newerNode() : ownNode;

await withPrograms(async (programs) => {
  const { origin, stop } = await startServer(programs.server);
  try {
    const results = await measureGets(programs, { contenders, node, origin, amount });
    console.log(`Node ${node.version}, ${rounds} rounds, seed ${seed}. Medians, and quartiles in parentheses.`);
    for (const result of results) console.log(`\n${result.concurrency} at once:\n\n${getTable(result)}`);
  } finally {
    await stop();
  }
});
