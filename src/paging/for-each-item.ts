import { checkFunctions, checkWhole, invalid } from "../checks.js";
import type { FieldList, FieldsPlace, Pageable, PageOf, WithFields } from "../operations/operation.js";
import { callAround } from "../request/call.js";
import { assertRunning } from "../request/deadline.js";
import type { AnyPage, List, ListOptions, Position } from "./pages.js";
import { firstPosition, nextPosition, optionsAt, pagesOf } from "./pages.js";

/** How far the work on a list has come, as plain data that a program can save as JSON. */
export interface Checkpoint {
  /** The number of finished pages. */
  readonly pages: number;
  /** The number of their items. */
  readonly items: number;
  /** Where the next page starts; null after the last one. */
  readonly next: { readonly marker: string } | { readonly offset: number } | null;
}

/** Options of `forEachItem` besides those of the operation. */
export interface ForEachItemOptions {
  /** The maximum number of items that are worked on at the same time. @default 8 */
  concurrency?: number | undefined;
  /** Where to resume: what `onPage` received last, in this process or an earlier one. @default the start of the list */
  checkpoint?: Checkpoint | undefined;
  /** Called after each page, when all its items are done. The next page waits for it: save the checkpoint here. */
  onPage?: ((checkpoint: Checkpoint) => unknown) | undefined;
}

/**
 * Works on each item of a list, several at a time, page by page, and returns the last checkpoint. A run that resumes from a
 * checkpoint repeats the items of an unfinished page, and no others. Page by marker if items are removed meanwhile. When
 * the work on an item fails, or a signal or deadline ends the list, no other item starts, those that run end, and the
 * promise rejects with the first error.
 * @throws TypeError when an option is invalid.
 * @example
 * const options = { query: { policy_id: "8501" }, concurrency: 4 };
 * await forEachItem(client.listFileVersionRetentions, options, async ({ file }) => console.log(file?.id));
 */
export function forEachItem<
  Options,
  Page extends AnyPage,
  All,
  Place extends FieldsPlace,
  const Fields extends FieldList<All, Place> = [],
>(
  operation: Pageable<Options, Page, All, Place>,
  options: WithFields<Options, All, Fields, Place> & ForEachItemOptions,
  work: (item: PageOf<Page, All, Fields>["entries"][number]) => unknown,
): Promise<Checkpoint>;
export async function forEachItem(
  operation: unknown,
  { concurrency = 8, checkpoint, onPage = () => {}, ...given }: ListOptions & ForEachItemOptions,
  work: (item: unknown) => unknown,
): Promise<Checkpoint> {
  // The same operation without its types; the signature has those.
  const list = operation as List;
  const paging = list?.info?.paging;
  if (!paging) invalid("operation", "be a list of the client's, such as client.queryMetadata");
  checkFunctions({ work, onPage });
  checkWhole("concurrency", concurrency);
  if (checkpoint !== undefined && !isCheckpoint(checkpoint)) invalid("checkpoint", "be one that onPage received");
  const first = { pages: 0, items: 0, next: firstPosition(given, paging) };
  let done: Omit<Checkpoint, "next"> & { next: Position | null } = checkpoint ?? first;
  // The work can take longer than one call.
  const call = callAround(list, given);
  const assertOngoing = () => assertRunning(call);
  const fail = (error: unknown): never => {
    // What ended the list during the step was first.
    assertOngoing();
    throw error;
  };
  const run = (step: () => unknown) => {
    try {
      return Promise.resolve(step()).catch(fail);
    } catch (error) {
      // At once, before another item starts.
      return fail(error);
    }
  };
  const start = done.next && optionsAt(done.next, paging, given);
  for await (const page of start ? pagesOf(list, paging, start, Infinity, 0) : []) {
    await inParallel(page.entries, concurrency, assertOngoing, (item) => run(() => work(item)));
    // Pages end after the last position.
    const next = done.next && nextPosition(done.next, page);
    // The list throws the problem.
    if (typeof next === "string") continue;
    done = { pages: done.pages + 1, items: done.items + page.entries.length, next: next ?? null };
    await run(() => onPage(done as Checkpoint));
  }
  return done as Checkpoint;
}

function isCheckpoint(checkpoint: Checkpoint): boolean {
  const { pages, items, next }: Partial<Checkpoint> = Object(checkpoint);
  const at: { readonly marker?: unknown; readonly offset?: unknown } | null | undefined = next;
  const isPosition = at === null || typeof at?.marker === "string" || typeof at?.offset === "number";
  return Number.isInteger(pages) && Number.isInteger(items) && isPosition;
}

/** Works on the items, at most so many at a time. */
async function inParallel(
  items: readonly unknown[],
  concurrency: number,
  assertOngoing: () => void,
  work: (item: unknown) => unknown,
): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of rest) {
      try {
        assertOngoing();
        if (failures.length === 0) await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
