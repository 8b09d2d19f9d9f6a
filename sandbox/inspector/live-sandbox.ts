import { withToken } from "./operations.js";
import { type ListName, recordsIn, withLists } from "./record-rows.js";
import {
  type ActiveFault,
  type ControlDocument,
  ControlFailure,
  type Credential,
  createControl,
  type JournalEntry,
  type OperationSummary,
  type SandboxAccess,
  type SandboxInfo,
  type Seed,
} from "./sandbox-access.js";
import { type AnyRecord, valuesOf } from "./values.js";

export interface LiveState {
  /** Undefined until the sandbox has responded. */
  readonly info: SandboxInfo | undefined;
  /** The oldest first. */
  readonly entries: readonly JournalEntry[];
  /** How many requests of the sandbox are not in `entries`. */
  readonly dropped: number;
  readonly operations: readonly OperationSummary[];
  /** The document of the control operations. */
  readonly document: ControlDocument;
  readonly seed: Seed | undefined;
  /** The last edits of records, the newest last. */
  readonly edits: readonly Edit[];
  readonly faults: readonly ActiveFault[];
  /** Why the last poll failed. */
  readonly problem: string | undefined;
}

/** An edit of records that can be undone. */
export interface Edit {
  readonly label: string;
  readonly seed: Seed;
  /** The etags of the records before and after. */
  readonly before: string;
  readonly after: string;
}

/** A record that an edit adds, changes or removes. */
export interface RecordEdit {
  readonly list: ListName;
  /** As the reader saw it. Undefined for a new record. */
  readonly before: AnyRecord | undefined;
  /** Undefined for a removed record. */
  readonly after: AnyRecord | undefined;
}

const POLL_MS = 1_000;
/** The journal keeps the last 1,000 requests: with so many new ones, the next poll comes at once. */
const BUSY = 100;
/** The page keeps more than the journal, but not without limit. */
const MAX_ENTRIES = 10_000;
/** Each keeps a whole state. */
const MAX_EDITS = 20;

/** Polls a sandbox while the page is visible. */
export function createLiveSandbox(access: SandboxAccess) {
  const control = createControl(access);
  const listeners = new Set<() => void>();
  const tokens = new Map<string, string>();
  const rejected = new Set<string>();
  const known = new Set<string>();
  let state: LiveState = {
    info: undefined,
    entries: [],
    dropped: 0,
    operations: [],
    document: { components: { schemas: {} } },
    seed: undefined,
    edits: [],
    faults: [],
    problem: undefined,
  };
  let showsRecords = false;
  let loadedEtag: string | undefined;
  let polling: Promise<void> | undefined;
  /** What the journal of the sandbox has dropped, how many requests it has had, and whether many have come at once. */
  let journal = { dropped: 0, total: 0, isBusy: false };

  function update(changed: Partial<LiveState>): void {
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  }

  /** A token of a user: one of the records if there is a valid one, or a new one. */
  async function tokenOf(userId: string): Promise<string> {
    const { seed, info } = state;
    const isValid = (one: { user_id: string; token: string; expires_at?: string }) =>
      one.user_id === userId &&
      !rejected.has(one.token) &&
      Date.parse(one.expires_at ?? "") > Date.parse(info?.now ?? "");
    const known = tokens.get(userId) ?? seed?.access_tokens?.find(isValid)?.token;
    const token = known ?? (await control.issueTokens(userId)).access_token;
    tokens.set(userId, token);
    return token;
  }

  async function poll(): Promise<void> {
    try {
      const [info, page, { entries: faults }, [operations, document]] = await Promise.all([
        control.info(),
        // The last known entry is requested again: without it, another program has emptied the journal.
        control.requests(state.entries.at(-2)?.request_id),
        control.faults(),
        // A sandbox that is back can have another contract.
        state.info === undefined || state.problem !== undefined
          ? Promise.all([control.operations(), control.document()])
          : ([state.operations, state.document] as const),
      ]);
      const last = state.entries.at(-1);
      const isContinued = last !== undefined && page.entries.some((entry) => keyOf(entry) === keyOf(last));
      const isEmptied = last !== undefined && page.dropped <= journal.dropped && !isContinued;
      if (isEmptied) known.clear();
      const before = isEmptied ? [] : state.entries;
      const fresh = page.entries.filter((entry) => !known.has(keyOf(entry)));
      for (const entry of fresh) known.add(keyOf(entry));
      const entries = fresh.length === 0 ? before : [...before, ...fresh].slice(-MAX_ENTRIES);
      const total = isContinued ? journal.total + fresh.length : page.dropped + page.entries.length;
      journal = { dropped: page.dropped, total, isBusy: fresh.length > BUSY };
      update({ info, entries, faults, operations, document, dropped: total - entries.length, problem: undefined });
      if (info.etag !== loadedEtag && (showsRecords || loadedEtag === undefined)) {
        const { seed, etag } = await control.state();
        loadedEtag = etag;
        update({ seed });
      }
    } catch (error) {
      update({ problem: messageOf(error) });
    }
  }

  /** Asks the sandbox once. */
  async function refresh(): Promise<void> {
    // A poll that has started may not see the last change.
    await polling;
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    await polling;
  }

  /** Loads what a control operation has changed. Tokens may be gone. */
  async function changed(): Promise<void> {
    tokens.clear();
    await refresh();
  }

  return {
    control,
    url: access.url,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    changed,
    tokenOf,
    /** Polls until the returned function is called. */
    start() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const run = async () => {
        clearTimeout(timer);
        if (!document.hidden) await refresh();
        clearTimeout(timer);
        timer = setTimeout(run, journal.isBusy ? 0 : POLL_MS);
      };
      document.addEventListener("visibilitychange", run);
      void run();
      return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", run);
      };
    },
    /** Loads the records after each change until the returned function is called. */
    showRecords() {
      showsRecords = true;
      void refresh();
      return () => {
        showsRecords = false;
      };
    },
    /** Saves records by the rules of the control interface, and only those that are still as the reader saw them. */
    async save(label: string, edits: readonly RecordEdit[]): Promise<void> {
      const { seed, etag } = await control.state();
      const next = edited(seed, edits);
      const after = await control.restore(next, etag);
      update({ edits: [...state.edits, { label, seed: timeless(seed), before: etag, after }].slice(-MAX_EDITS) });
      await changed();
    },
    /** Restores the state before the last edit. Rejects if another program has changed a record since. */
    async undo(): Promise<void> {
      const last = state.edits.at(-1);
      if (last === undefined) return;
      const etag = await control.restore(last.seed, last.after);
      const edits = state.edits.slice(0, -1);
      // The state is again that after the edit before, unless others wrote between the two.
      update({ edits: edits.map((one) => (one.after === last.before ? { ...one, after: etag } : one)) });
      await changed();
    },
    /** Sends a request to the service as a user, or without a token for null. Issues a token for the user if needed. */
    async send(
      userId: string | null,
      credentials: readonly Credential[],
      path: string,
      init: RequestInit & { readonly headers: Record<string, string> },
    ) {
      const token = userId === null ? "" : await tokenOf(userId);
      const sent = withToken(path, init.headers, userId === null ? [] : credentials, token);
      const request = new Request(access.url + sent.path, { ...init, headers: sent.headers, cache: "no-store" });
      const response = await access.fetch(request);
      // The token may be expired or revoked. The next request has another one.
      if (response.status === 401 && userId !== null) {
        rejected.add(tokens.get(userId) ?? "");
        tokens.delete(userId);
      }
      return response;
    },
  };
}

export type LiveSandbox = ReturnType<typeof createLiveSandbox>;

export interface TabProps {
  readonly live: LiveSandbox;
  readonly state: LiveState;
  /** What is open in the tab, as in the address of the page. Empty without anything. */
  readonly place: string;
}

/** The records after edits. The clock goes on. */
function edited(seed: Seed, edits: readonly RecordEdit[]): Seed {
  const lists = new Set(edits.map(({ list }) => list));
  const changed = [...lists].map((list) => {
    const known = recordsIn(seed, list);
    const at = new Map(known.map((record, place) => [JSON.stringify(record), place]));
    const records: (AnyRecord | undefined)[] = [...known];
    for (const { before, after } of edits.filter((one) => one.list === list)) {
      const place = before === undefined ? records.length : at.get(JSON.stringify(before));
      if (place === undefined)
        throw new ControlFailure("Another program has changed this record since you opened it: nothing was saved.");
      records[place] = after;
    }
    return [list, records.filter((record) => record !== undefined)] as const;
  });
  const ids = edits.flatMap(({ after }) => valuesOf(after ?? {}).filter(([path]) => /(^|\.)id$/.test(path)));
  const numbers = ids.map(([, id]) => Number(id)).filter(Number.isSafeInteger);
  const next_id = Math.max(seed.next_id ?? 1, ...numbers.map((id) => id + 1));
  return timeless({ ...withLists(seed, changed), next_id });
}

function timeless({ now: _, ...seed }: Seed): Seed {
  return seed;
}

/** The key of a request, and its address in the page. Ids start again when the sandbox does. */
export function keyOf({ request_id, time }: JournalEntry): string {
  return `${request_id}/${time}`;
}

export function messageOf(error: unknown): string {
  if (error instanceof ControlFailure || error instanceof TypeError || error instanceof SyntaxError)
    return error.message;
  return String(error);
}
