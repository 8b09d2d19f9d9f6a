/** Calls a function for each item, at most `concurrency` at a time. Rejects with the first error, after the calls in progress. */
export async function eachOf<T>(
  items: Iterable<T>,
  concurrency: number,
  call: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      await call(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
