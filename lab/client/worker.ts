// The measured process. The first argument is a `Task` as JSON; the results go to the parent as messages.
import { type Contender, isUser, type Places, wayToGet } from "./contenders.js";
import { measurePaging, measurePrefetch } from "./paging.js";
import { takeTurn } from "./rounds.js";

/** One contender; each message of the parent starts a turn. */
interface ContenderJob {
  readonly type: "contender";
  readonly contender: Contender;
  readonly calls: number;
  readonly concurrency: number;
}

type WholeJob =
  | { readonly type: "paging"; readonly rounds: number }
  | { readonly type: "prefetch"; readonly rounds: number; readonly pages: number };

export type Job = ContenderJob | WholeJob;

export interface Task {
  readonly job: Job;
  readonly places: Places;
  readonly origin: string;
}

// The parent passes this shape.
const { job, places, origin } = JSON.parse(process.argv[2] ?? "") as Task;
process.on("disconnect", () => process.exit());
if (job.type === "contender") takeTurns(job);
else process.send?.(await measured(job), () => process.exit());

function takeTurns({ contender, calls, concurrency }: ContenderJob): void {
  const way = wayToGet({ ...places, ...contender }, origin);
  process.on("message", async () => {
    process.send?.(await takeTurn({ call: await way, isRight: isUser, calls, concurrency }));
  });
}

function measured(whole: WholeJob) {
  if (whole.type === "prefetch") return measurePrefetch(places.client, origin, whole);
  return measurePaging(places.client, origin, whole.rounds);
}
