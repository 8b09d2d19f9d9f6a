import type { Finding } from "../report/report.js";

/** What is told of an exchange. It holds no secret, no query and no body. */
export interface ProxiedExchange {
  /** The HTTP method. */
  readonly method: string;
  /** The `operationId`; undefined where the call fits no operation. */
  readonly operation: string | undefined;
  /** The status of the answer; undefined when there was none, or only a part of one. */
  readonly status: number | undefined;
  /** What differs from the contract. The exchanges in it have their secrets replaced. */
  readonly findings: readonly Finding[];
  /** Why something was not checked; undefined when all was. */
  readonly unchecked?: string | undefined;
  /** From the request to the end of the answer. */
  readonly durationMs: number;
}
