/** A record before and after a change. A missing one was added or removed. */
export interface LoggedChange {
  readonly type: string;
  readonly key: string;
  readonly before: object | undefined;
  readonly after: object | undefined;
}

/** Creates a log of the changes that a request makes. Changes outside of a request are not logged. */
export function createChangeLog() {
  let current: LoggedChange[] | undefined;

  function logTo<Result>(changes: LoggedChange[], work: () => Result): Result {
    const outer = current;
    current = changes;
    try {
      return work();
    } finally {
      current = outer;
    }
  }

  return {
    /** Runs a function, and adds the changes that it makes before it returns to a list. */
    logTo,
    /** Returns a function that runs later and adds its changes to the list of the current request. */
    later<Result>(work: () => Result): () => Result {
      const changes = current;
      return changes === undefined ? work : () => logTo(changes, work);
    },
    add(type: string, { key, before, after }: Omit<LoggedChange, "type">): void {
      if (current !== undefined && current.length < MAX_CHANGES) current.push({ type, key, before, after });
    },
  };
}

/** The log keeps the records alive. */
const MAX_CHANGES = 500;
