import type { TransportName } from "../../support/transports.js";
import { overHttp, type Respond, type ServerFactory } from "./servers.js";

/** A network fault and its outcome. */
export interface Fault {
  /** The fault, as docs/broken-networks.md names it. */
  readonly fault: string;
  readonly server: ServerFactory;
  readonly gives: Outcome;
  /**
   * How many requests the server receives for a GET and for a POST, with the default retries. By default a GET is
   * retried after a network error or timeout only, and a POST never.
   */
  readonly sent?: Attempts;
  /** What reaches the server instead of the request: only connections, or nothing. */
  readonly reaches?: "connections" | "nothing";
  /** For a complete response: how many connections carried the requests and stay open for the next call. */
  readonly kept?: number;
  /** The client discards the data as it arrives, so that a deadline limits it instead of a byte count. */
  readonly discarded?: true;
  /** The differences over `nodeTransport`. */
  readonly overNodeTransport?: Partial<Omit<Fault, "fault" | "server" | "overNodeTransport">>;
}

/** A network fault by its name in the docs, the response of its server, and its outcome. */
export const fault = (fault: string, respond: Respond, gives: Outcome, more: Partial<Fault> = {}): Fault => ({
  fault,
  server: overHttp(respond),
  gives,
  ...more,
});

/** A fault of a complete response, which leaves the connection open for the next call. */
export const completeFault: typeof fault = (name, respond, gives, more) =>
  fault(name, respond, gives, { kept: 1, ...more });

type Attempts = readonly [get: number, post: number];

/** A fault over one transport. */
export type Row = Fault & { readonly sent: Attempts };

/** The fault as it is over a transport. */
export function over(name: TransportName, { overNodeTransport, ...fault }: Fault): Row {
  const isTransient = ["NetworkError", "TimeoutError"].includes(fault.gives.name);
  const row: Row = { sent: isTransient ? [4, 1] : [1, 1], ...fault };
  return name === "nodeTransport" ? { ...row, ...overNodeTransport } : row;
}

/** How a call ends: an error of this class and message, or a value. */
export type Outcome =
  | {
      readonly name: "NetworkError" | "TimeoutError" | "ApiError";
      /** The possible messages, without the request. */
      readonly says: readonly string[];
      readonly status?: number;
    }
  | { readonly name: "value"; readonly says: string; readonly value: object | undefined };

/** No response, with one of these codes of the platform. */
export const noResponse = (...codes: string[]): Outcome => ({
  name: "NetworkError",
  says: codes.map((code) => `no response: ${code}`),
});

/** The attempt timed out. */
export const timedOut: Outcome = { name: "TimeoutError", says: ["timed out after 30000 ms"] };

/** An error status, or a success with an unusable body. */
export const apiError = (status: number, why?: string): Outcome => ({
  name: "ApiError",
  status,
  says: [why === undefined ? `${status}` : `${status}: ${why}`],
});

/** The call succeeds with this value. */
export const gives = (value: object | undefined, says: string): Outcome => ({ name: "value", value, says });

/** The row of docs/broken-networks.md, without the advice for the user of the client. */
export function rendered({ fault, gives, sent }: Row): string[] {
  const result =
    gives.name === "value" ? gives.says : `\`${gives.name}\`: ${gives.says.map((text) => `\`${text}\``).join(" or ")}`;
  return [fault, result, ...sent.map(attempts)];
}

function attempts(sent: number): string {
  return sent === 1 ? "1" : `up to ${sent}`;
}
