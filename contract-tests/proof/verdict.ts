/** What one tool said of one defect. */
export interface Verdict {
  /** `other`: it was seen, and by none of the rules that should. Of the other tools only whether they saw it counts. */
  readonly outcome: "found" | "other" | "missed";
  /** What it said: rules of the kit, or the first complaint of another tool. */
  readonly by: readonly string[];
}

/** A planted defect, and what each tool said of it. */
export interface Result {
  readonly id: string;
  readonly operation: string;
  readonly category: string;
  readonly rule: string;
  readonly describe: string;
  /** Whether anything is different for whoever calls the service. Otherwise it is no defect, and a fault of the proof. */
  readonly real: boolean;
  readonly kit: Verdict;
  readonly prism: Verdict;
  readonly respect: Verdict;
}

/** One run of the proof. */
export interface Proof {
  /** The day. */
  readonly date: string;
  readonly versions: Readonly<Record<"kit" | "prism" | "respect" | "node", string>>;
  /** Whole runs of the kit on sandboxes without a defect, and what it found there. */
  readonly healthyRuns: { readonly runs: number; readonly findings: number; readonly failed: number };
  readonly results: readonly Result[];
}
