import { seededRandom } from "../../src/faults/seeded-random.js";

/** When a process is killed: so long after something happened. */
export interface KillMoment {
  /**
   * It was told to call; its note was in the store; the token server answered; the token was spent and the answer is held
   * back; it was done.
   */
  readonly after: "order" | "note" | "answer" | "held answer" | "report";
  readonly delayMs: number;
}

/** Draws moments all over a refresh, and the most of them where it matters. The same seed draws the same ones. */
export function killMoments(count: number, seed: number): KillMoment[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const draw = random();
    const [after, upToMs] = SHARES.find(({ until }) => draw < until)?.moment ?? LAST;
    return { after, delayMs: random() * upToMs };
  });
}

/** A refresh takes some 20 ms, and from the answer to the end a few; more on a machine under load. */
const SHARES: readonly { readonly until: number; readonly moment: Moment }[] = [
  { until: 0.3, moment: ["order", 60] },
  { until: 0.6, moment: ["note", 5] },
  { until: 0.85, moment: ["answer", 10] },
  { until: 0.92, moment: ["held answer", 20] },
];
const LAST: Moment = ["report", 5];

type Moment = readonly [after: KillMoment["after"], upToMs: number];
