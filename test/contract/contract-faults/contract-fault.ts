/**
 * Faults by the edited file below `openapi/`. Each has a title to read after "sees", the text to replace, which occurs once,
 * its replacement, and the rule that reports it, or the reason why no rule can.
 */
export type FaultsByFile = Readonly<
  Record<
    string,
    readonly (readonly [title: string, find: string, replace: string, result: string | { survivesBecause: string }])[]
  >
>;
