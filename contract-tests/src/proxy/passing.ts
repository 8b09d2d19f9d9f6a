import type { IncomingMessage } from "node:http";
import type { BodyCopy } from "./body-copy.js";

/** An exchange that passes through, as far as it has come. */
export interface Passing {
  readonly incoming: IncomingMessage;
  readonly answer: IncomingMessage;
  readonly sent: BodyCopy;
  readonly received: BodyCopy;
}

/** What decides about the header, and is told how it ended. */
export interface Watcher {
  /** The value of the header before the body is known; undefined for none. */
  soFar(passing: Passing): Promise<string | undefined>;
  /** The value of the header when all is known; undefined for none. Called once for each exchange that came to its end. */
  ended(passing: Passing): Promise<string | undefined>;
  /** There was no answer, or only a part of one. */
  broken(reason: string): void;
}

/** How much is kept, and for how long an answer waits. */
export interface Bounds {
  readonly maxHeldBytes: number;
  readonly maxHeldMs: number;
  readonly maxCheckedBytes: number;
}
