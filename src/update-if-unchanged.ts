import { checkFunctions, invalid, known } from "./checks.js";
import { isApiError } from "./core/errors.js";

/**
 * Reads a record with its `etag`, and sends a change with `If-Match`. If the record has changed in the meantime, both happen
 * again, until the change was sent `maxAttempts` times, 3 by default. A 412 after a lost response can be the effect of the
 * change itself (`mayBeApplied`), so it is thrown at once. Contract: `If-Match` and `precondition_failed`.
 * @throws ApiError with status 412 when the record changed each time; any other error of `read` and `change`.
 * @throws TypeError when the record has no etag, or an option is unknown or invalid.
 * @example
 * const path = { file_id: "4002" };
 * const read = () => client.updateFile({ path, query: { fields: ["etag", "tags"] }, body: {} });
 * await updateIfUnchanged(read, ({ tags }, header) => client.updateFile({ path, header, body: { tags: [...tags, "paid"] } }));
 */
export async function updateIfUnchanged<Current extends { readonly etag?: string | null }, Result>(
  read: () => Promise<Current>,
  change: (current: Current, header: { "If-Match": string }) => Promise<Result>,
  options: { maxAttempts?: number | undefined } = {},
): Promise<Result> {
  checkFunctions({ read, change });
  const { maxAttempts = 3 } = known(options, { maxAttempts: 3 });
  for (let attempt = 1; ; attempt += 1) {
    const current = await read();
    if (typeof current?.etag !== "string") invalid("read", "return a record with its etag");
    try {
      return await change(current, { "If-Match": current.etag });
    } catch (error) {
      const isChanged = isApiError(error) && error.status === 412 && !error.mayBeApplied;
      if (!isChanged || attempt >= maxAttempts) throw error;
    }
  }
}
