/** Files that are held to a bound together. */
export interface Group {
  readonly name: string;
  readonly files: RegExp;
  /** The share of mutants that must be noticed, in percent. */
  readonly bound: number;
}

/** The whole client, and the three parts of it in which a fault costs a user most. */
export const groups: readonly Group[] = [
  { name: "all", files: /^src\//, bound: 90 },
  {
    name: "auth",
    files: /^src\/(auth|known-tokens|refresh|refreshing-auth|token-exchange|token-store|token-stores\/.+)\.ts$/,
    bound: 95,
  },
  { name: "retry", files: /^src\/(retry|retry-[\w-]+)\.ts$/, bound: 95 },
  { name: "paging", files: /^src\/(paginate|check-offset)\.ts$/, bound: 95 },
];
