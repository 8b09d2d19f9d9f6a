/**
 * Faults by the edited file below `openapi/`. Each has a title to read after "sees", the text to replace, which occurs once,
 * its replacement, and the rule of ours that reports it. Redocly tests its own rules.
 */
export type FaultsByFile = Readonly<
  Record<string, readonly (readonly [title: string, find: string, replace: string, rule: string])[]>
>;
