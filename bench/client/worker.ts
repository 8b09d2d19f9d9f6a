// The process that is measured. Its first argument is a `Task` as JSON; it says what it measured to its parent.
import type { Places } from "./modules.js";
import { measurePaging, measurePrefetch } from "./paging.js";
import { takeTurn } from "./rounds.js";
import { measureStorm } from "./storm.js";
import { isUser, wayToGet } from "./ways.js";

/** One way of sending a GET, which is asked for one turn after the other. */
interface WayJob {
  readonly type: "way";
  readonly name: string;
  readonly calls: number;
  readonly concurrency: number;
}

/** What a process measures by itself. */
type WholeJob =
  | { readonly type: "paging" | "storm"; readonly rounds: number }
  | { readonly type: "prefetch"; readonly rounds: number; readonly pages: number };

/** What one process measures. */
export type Job = WayJob | WholeJob;

/** A job, with where everything is. */
export interface Task {
  readonly job: Job;
  readonly places: Places;
  readonly origin: string;
}

// The parent writes it.
const { job, places, origin } = JSON.parse(process.argv[2] ?? "") as Task;
process.on("disconnect", () => process.exit());
if (job.type === "way") await keepTurns(job);
else process.send?.(await measured(job), () => process.exit());

async function keepTurns({ name, calls, concurrency }: WayJob): Promise<void> {
  const way = wayToGet(places, origin, name);
  process.on("message", async () => {
    process.send?.(await takeTurn({ call: await way, isRight: isUser, calls, concurrency }));
  });
}

function measured(whole: WholeJob) {
  if (whole.type === "prefetch") return measurePrefetch(places, origin, whole);
  return (whole.type === "paging" ? measurePaging : measureStorm)(places, origin, whole.rounds);
}
