/** A mistake that an author of the contract could make, as one exact edit. */
export type ContractFault = {
  /** What is wrong, to be read after "sees". */
  title: string;
  /** The file to edit, seen from `openapi/`. */
  file: string;
  /** The text to replace. It occurs once in the file. */
  find: string;
  replace: string;
} & (
  | {
      /** The rule that has to be among those that report. */
      caughtBy: string;
    }
  | {
      /** Why no rule can see the fault. */
      survivesBecause: string;
    }
);
