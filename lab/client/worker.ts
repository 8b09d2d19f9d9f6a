// A measured process: takes a turn for each message of the parent. The first argument is a `Job` as JSON.
import { memoryInUse } from "../../support/collect-garbage.js";
import { takeTurn } from "../support/rounds.js";
import { HEAP, ITEMS_IN_PAGE, PAGES, paginated, type Task, turnOf } from "./ways.js";

export interface Job {
  readonly task: Task;
  readonly origin: string;
  /** The folder of the installed peers. */
  readonly peers: string;
  readonly calls: number;
  readonly concurrency: number;
}

// The parent passes this shape.
const { task, origin, peers, calls, concurrency } = JSON.parse(process.argv[2] ?? "") as Job;
const turn = turnOf(task, origin, peers);
process.on("disconnect", () => process.exit());
process.on("message", async (question) => {
  process.send?.(question === HEAP ? await heapRatio() : await takeTurn(await turn, calls, concurrency));
});

/** The heap at the end of a list relative to a quarter of it, both after a garbage collection. */
async function heapRatio(): Promise<number> {
  const items = PAGES * ITEMS_IN_PAGE;
  const list = await paginated(task.client, `${origin}/2.0`);
  const bytes: number[] = [];
  let count = 0;
  for await (const _ of list()) {
    count += 1;
    if (count !== items / 4 && count !== items) continue;
    bytes.push((await memoryInUse()).heapUsed);
  }
  return (bytes[1] ?? Number.NaN) / (bytes[0] ?? Number.NaN);
}
