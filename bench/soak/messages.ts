import type { ActiveFault, Seed } from "content-service-sandbox";
import type { Asked, KnownFile } from "./ledger.js";
import type { PlantedFault } from "./plant.js";
import type { Tally, Usage } from "./second.js";
import type { TokenCounts } from "./token-server.js";

/** What a process of callers is started with. */
export interface CallersOptions {
  /** The number of the process, from 0. */
  readonly process: number;
  readonly callers: number;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly tokenFile: string;
  readonly plant: PlantedFault | undefined;
}

/** What callers did and met since they last told. */
export interface Measures {
  readonly latenciesMs: number[];
  /** Calls by operation. */
  readonly calls: Tally;
  /** Failed calls, by operation and failure. */
  readonly failures: Tally;
  /** Failed attempts, by operation and failure. */
  readonly attempts: Tally;
  /** Steps of refreshes, by outcome. */
  readonly refreshes: Tally;
  readonly sent: number;
  readonly retries: number;
  readonly repeatedPages: number;
  /** What was asked to be created. */
  readonly asked: Asked[];
  /** Promises that were broken, each as a sentence. */
  readonly problems: string[];
}

/** What the parent asks of any process: a sample, or, of callers, to finish what they are at. */
export type Question = { readonly sample: number; readonly collect: boolean } | "finish";

/** What a process of callers says. */
export type CallersSaid =
  | { readonly type: "sample"; readonly sample: number; readonly usage: Usage; readonly measures: Measures }
  | { readonly type: "finished"; readonly files: readonly KnownFile[] };

/** What the process of the sandbox says. */
export type SandboxSaid =
  | { readonly type: "ready"; readonly baseUrl: string; readonly authUrl: string; readonly refreshToken: string }
  | { readonly type: "sample"; readonly sample: number; readonly usage: Usage }
  | { readonly type: "finished"; readonly end: SandboxEnd };

/** What the sandbox is at the end. */
export interface SandboxEnd {
  readonly world: Seed;
  readonly faults: readonly ActiveFault[];
  readonly tokens: TokenCounts;
  /** Requests by operation. */
  readonly requests: Tally;
  /** What went wrong in the sandbox itself. */
  readonly failures: readonly string[];
}
