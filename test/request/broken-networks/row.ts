import type { TransportName } from "../../support/transports.js";
import type { PlaceMaker } from "./place.js";

/** A fault of the network, what the client makes of it, and what its user can do. */
export interface Row {
  /** The fault, as the page names it. */
  readonly fault: string;
  readonly place: PlaceMaker;
  readonly gives: Outcome;
  /** How many requests reach the place, of a GET and of a POST, with the default retries. */
  readonly sent: readonly [get: number, post: number];
  readonly advice: string;
  /** What reaches the place, where it is not the request: only connections, or nothing at all. */
  readonly reaches?: "connections" | "nothing";
  /** Where the answer was complete: how many connections carried the requests, and stay for the next call. */
  readonly kept?: number;
  /** What comes is thrown away as it comes, so that time bounds it, not a number of bytes. */
  readonly discarded?: true;
  /** What is otherwise over `nodeTransport`. */
  readonly overNodeTransport?: Partial<Omit<Row, "fault" | "place" | "overNodeTransport">>;
}

/** The row as it is over a transport. */
export const over = (name: TransportName, { overNodeTransport, ...row }: Row): Row =>
  name === "nodeTransport" ? { ...row, ...overNodeTransport } : row;

/** How a call ends: with an error of this class and message, or with a value. */
export type Outcome =
  | {
      readonly name: "NetworkError" | "TimeoutError" | "ApiError";
      /** The message, one of these, without the request in it. */
      readonly says: readonly string[];
      readonly status?: number;
    }
  | { readonly name: "value"; readonly says: string; readonly value: object | undefined };

/** Nothing came back, and one of these is the platform's word for why. */
export const noAnswer = (...codes: string[]): Outcome => ({
  name: "NetworkError",
  says: codes.map((code) => `no answer: ${code}`),
});

/** The attempt had all its time. */
export const tooLate: Outcome = { name: "TimeoutError", says: ["no answer within 30000 ms"] };

/** The service, or whoever answered in its place, gave a status and nothing that can be used. */
export const refused = (status: number, why?: string): Outcome => ({
  name: "ApiError",
  status,
  says: [why === undefined ? `${status}` : `${status}: ${why}`],
});

/** The call succeeds with this value. */
export const gives = (value: object | undefined, says: string): Outcome => ({ name: "value", value, says });

/** What to do after a failure that leaves open whether the service has done anything. */
export const LOOK_FIRST = "After a POST, look whether it was done before you send it again.";

/** What to do about an answer that no client can use. */
export const REPORT = "Report it to whoever runs the service, or the proxy before it.";

/** What to do about an answer that is probably somebody else's. */
export const WHO_ANSWERED = "Look at `excerpt`: a proxy or a sign-in page may have answered.";

/** The row of the page. */
export function rendered({ fault, gives, sent, advice }: Row): string[] {
  const got =
    gives.name === "value" ? gives.says : `\`${gives.name}\`: ${gives.says.map((text) => `\`${text}\``).join(" or ")}`;
  return [fault, got, ...sent.map(again), advice];
}

function again(sent: number): string {
  return ["no", "once"][sent - 1] ?? `up to ${sent - 1} times`;
}
