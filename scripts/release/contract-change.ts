import type { Step } from "./version-step.js";

/** One difference between two contracts. */
export interface ContractChange {
  /** The operation, the component or the part of the document, such as `GET /users/me` or `Task`. */
  readonly place: string;
  /** A sentence in Markdown. */
  readonly says: string;
  /** What it is for those who call: `major` breaks them, `minor` gives them something, `patch` is neither. */
  readonly step: Step;
}
