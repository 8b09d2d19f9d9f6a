// The measured process. The first argument is a `Task` as JSON; the results go to the parent as messages.

import { measurePaging, measurePrefetch } from "./paging.js";
import { takeTurn } from "./rounds.js";
import { measureStorm } from "./storm.js";
import { isUser, type Places, wayToGet } from "./ways.js";

/** One way to send a GET; each message of the parent starts a turn. */
interface WayJob {
  readonly type: "way";
  readonly name: string;
  readonly calls: number;
  readonly concurrency: number;
}

type WholeJob =
  | { readonly type: "paging" | "storm"; readonly rounds: number }
  | { readonly type: "prefetch"; readonly rounds: number; readonly pages: number };

export type Job = WayJob | WholeJob;

export interface Task {
  readonly job: Job;
  readonly places: Places;
  readonly origin: string;
}

// The parent passes this shape.
const { job, places, origin } = JSON.parse(process.argv[2] ?? "") as Task;
process.on("disconnect", () => process.exit());
if (job.type === "way") await takeTurns(job);
else process.send?.(await measured(job), () => process.exit());

async function takeTurns({ name, calls, concurrency }: WayJob): Promise<void> {
  const way = wayToGet(places, origin, name);
  process.on("message", async () => {
    process.send?.(await takeTurn({ call: await way, isRight: isUser, calls, concurrency }));
  });
}

function measured(whole: WholeJob) {
  if (whole.type === "prefetch") return measurePrefetch(places, origin, whole);
  return (whole.type === "paging" ? measurePaging : measureStorm)(places, origin, whole.rounds);
}
