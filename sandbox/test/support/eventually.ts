/** Lets the event loop turn until something holds. The time limit of the test ends what never does. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
