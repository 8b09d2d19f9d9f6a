/** One thing that is wrong with a seed. */
export interface SeedIssue {
  /** Where, such as `files[3].parent_id`. */
  readonly at: string;
  /** What is wrong there, as the end of a sentence that begins with the place. */
  readonly message: string;
}

/** Says everything that is wrong with a seed. */
export class SeedError extends TypeError {
  override readonly name = "SeedError";
  constructor(
    /** Each thing that is wrong. */
    readonly issues: readonly SeedIssue[],
  ) {
    const shown = issues.slice(0, SHOWN).map(({ at, message }) => `  ${at === "" ? "the seed" : at} ${message}`);
    const more = issues.length > SHOWN ? [`  and ${issues.length - SHOWN} more`] : [];
    super(["The seed is not valid:", ...shown, ...more].join("\n"));
  }
}

const SHOWN = 20;
