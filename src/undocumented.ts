/**
 * Sends what the contract does not have, such as a newer attribute of your deployment; the compiler does not check it.
 * Spread properties into a `body`, a `query` or an object in them. For an operation without a `query`, spread
 * `undocumented({ query: { … } })` into its options.
 * @example
 * const body = { policy_id: "8001", assign_to: { type: undocumented("ownership"), id: "1001" } };
 * const assignment = await client.assignLegalHoldPolicy({ body: { ...body, ...undocumented({ priority: 1 }) } });
 * if ("priority" in assignment) console.log(assignment.priority);
 */
export function undocumented(properties: Readonly<Record<string, unknown>>): object;
/** A value for a property whose other values the contract lists, or a name in `fields`. */
export function undocumented(value: string): never;
export function undocumented(addition: unknown): unknown {
  return addition;
}
