/** The items of pages, one after the other. A generator would take more than twice as long for each of them. */
export function itemsOf<Item>(
  pages: AsyncGenerator<{ readonly entries: readonly Item[] }, void, undefined>,
): AsyncIterableIterator<Item, void, undefined> {
  let entries: readonly Item[] = [];
  let index = 0;
  /** Who waits for a page: a second one that does not wait for the first must not take the page after it. */
  let queue: Promise<unknown> | undefined;
  // Asked for only where there is one.
  const item = (): IteratorResult<Item, void> => ({ value: entries[index++] as Item, done: false });
  const take = async (): Promise<IteratorResult<Item, void>> => {
    while (index >= entries.length) {
      const page = await pages.next();
      if (page.done) return page;
      entries = page.value.entries;
      index = 0;
    }
    return item();
  };
  return {
    next() {
      if (!queue && index < entries.length) return Promise.resolve(item());
      const taken = queue ? queue.then(take, take) : take();
      const last = taken.finally(() => {
        if (queue === last) queue = undefined;
      });
      queue = last;
      return last;
    },
    async return() {
      entries = [];
      await pages.return();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
