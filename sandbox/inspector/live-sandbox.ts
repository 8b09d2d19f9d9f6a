import {
  type ActiveFault,
  ControlFailure,
  createControl,
  type JournalEntry,
  type SandboxAccess,
  type SandboxInfo,
  type Seed,
} from "./sandbox-access.js";

/** What the inspector knows about the sandbox. */
export interface LiveState {
  /** Undefined until the sandbox has responded. */
  readonly info: SandboxInfo | undefined;
  /** The oldest first. */
  readonly entries: readonly JournalEntry[];
  /** How many older requests the sandbox no longer keeps. */
  readonly dropped: number;
  readonly seed: Seed | undefined;
  readonly faults: readonly ActiveFault[];
  /** Why the last poll failed. */
  readonly problem: string | undefined;
  readonly paused: boolean;
}

const POLL_MS = 1_000;
/** The page keeps more than the journal, but not without limit. */
const MAX_ENTRIES = 2_000;

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
    seed: undefined,
    faults: [],
    problem: undefined,
    paused: false,
  };
  // Whether the records are shown, so that a change loads them again.
  let showsRecords = false;
  let isStale = true;
  let polling: Promise<void> | undefined;

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
      const [info, page, { entries: faults }] = await Promise.all([
        control.info(),
        // The last known entry is requested again: without it, another program has emptied the journal.
        control.requests(state.entries.at(-2)?.request_id),
        control.faults(),
      ]);
      const last = state.entries.at(-1);
      const isEmptied =
        last !== undefined &&
        page.dropped <= state.dropped &&
        !page.entries.some((entry) => keyOf(entry) === keyOf(last));
      if (isEmptied) known.clear();
      const before = isEmptied ? [] : state.entries;
      const fresh = page.entries.filter((entry) => !known.has(keyOf(entry)));
      for (const entry of fresh) known.add(keyOf(entry));
      const isChanged = fresh.some(({ changes }) => changes.length > 0);
      isStale ||= isEmptied || isChanged || JSON.stringify(info.counts) !== JSON.stringify(state.info?.counts);
      const entries = fresh.length === 0 ? before : [...before, ...fresh].slice(-MAX_ENTRIES);
      const isFirst = state.seed === undefined;
      update({ info, entries, faults, dropped: page.dropped, problem: undefined });
      if (isStale && (showsRecords || isFirst)) {
        isStale = false;
        update({ seed: await control.state() });
      }
    } catch (error) {
      isStale = true;
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

  return {
    control,
    url: access.url,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    tokenOf,
    /** Polls until the returned function is called. */
    start() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const run = async () => {
        clearTimeout(timer);
        if (!state.paused && !document.hidden) await refresh();
        clearTimeout(timer);
        timer = setTimeout(run, POLL_MS);
      };
      document.addEventListener("visibilitychange", run);
      void run();
      return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", run);
      };
    },
    pause: (paused: boolean) => update({ paused }),
    showRecords(shows: boolean) {
      showsRecords = shows;
      if (shows && isStale) void refresh();
    },
    /** Loads the records again after a control operation, which the journal does not show. */
    async changed() {
      isStale = true;
      tokens.clear();
      await refresh();
    },
    /** Empties the journal and the list. */
    async clear() {
      await control.clearRequests();
      known.clear();
      update({ entries: [], dropped: 0 });
    },
    /** The list after a reset, which empties the journal. */
    forget: () => update({ entries: [], dropped: 0 }),
    /** Sends a request to the service as a user, or without a token for null. Issues a token for the user if needed. */
    async send(userId: string | null, path: string, init: RequestInit & { readonly headers: Record<string, string> }) {
      const headers = new Headers(init.headers);
      if (userId !== null) {
        headers.set("authorization", `Bearer ${await tokenOf(userId)}`);
      }
      const request = new Request(`${access.url}${path}`, { ...init, headers, cache: "no-store" });
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

/** Ids start again when the sandbox does. */
function keyOf({ request_id, time }: JournalEntry): string {
  return `${request_id} ${time}`;
}

/** The message of an error for the reader. */
export function messageOf(error: unknown): string {
  if (error instanceof ControlFailure || error instanceof TypeError || error instanceof SyntaxError)
    return error.message;
  return String(error);
}
