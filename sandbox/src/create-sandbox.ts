import { deserialize, serialize } from "node:v8";
import { checkNames, unlessAborted } from "content-service-contract";
import { createClock, type SandboxClock } from "./clock/clock.js";
import { serverPaths } from "./contract/documents.js";
import { type ContractOptions, contractOf } from "./contract/own-contract.js";
import { type Actions, createActions } from "./control/actions.js";
import { createControlApi } from "./control/control-api.js";
import { operationSummaries } from "./control/operation-summaries.js";
import { defaultSeed } from "./default-seed/index.js";
import { toFetchResponse } from "./faults/fault-effects.js";
import { createFaults, type Faults } from "./faults/faults.js";
import { createCors } from "./http/cors.js";
import { type Listening, type ListenOptions, listen } from "./http/listen.js";
import type { LogEntry } from "./http/log.js";
import { isControlPath } from "./http/path.js";
import { createRouter, ORIGIN } from "./http/router.js";
import { createServiceApi } from "./http/service-api.js";
import { impossibleFaults } from "./impossible-faults.js";
import { createJournal, type RequestEntry, type RequestFilter } from "./journal/journal.js";
import type { Handlers } from "./own-handlers/define-handlers.js";
import { loadSeed } from "./seed/load-seed.js";
import { toSeed } from "./seed/to-seed.js";
import { SeedError } from "./seed/validate-seed.js";
import type { Seed } from "./store/records.js";
import { countChanges, type Store } from "./store/store.js";

/** The options of `createSandbox`. */
export interface SandboxOptions extends ContractOptions {
  /** The initial records. The sandbox copies them. @default defaultSeed() */
  readonly seed?: Seed | undefined;
  /** Returns the time in milliseconds since 1970. Only `clock.advance` ends a delay then. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** The name of the header for shared links, not case-sensitive. @default "ServiceApi" */
  readonly brandHeader?: string | undefined;
  /**
   * The origins of web pages that may call the service, such as `http://localhost:5173`, or `*` for all. The control
   * operations remain closed to them. Affects servers only. @default []
   */
  readonly cors?: string | readonly string[] | undefined;
  /**
   * Handlers of your own by `operationId`, for operations that the contract of the client does not have, or instead of
   * built-in handlers. Operations without a handler are 501 `not_modeled`. @default only the built-in handlers
   */
  readonly handlers?: Handlers | undefined;
  /**
   * Called after each request. The sandbox ignores errors of the function, also of an async one. @default prints the errors that handlers throw
   * to the console
   */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
}

const SANDBOX_OPTIONS: Readonly<Record<keyof SandboxOptions, true>> = {
  ...{ seed: true, now: true, brandHeader: true, cors: true, contract: true, overlays: true, handlers: true },
  onRequest: true,
};

/** A sandbox with its state in memory. */
export interface Sandbox {
  /** Sends a request to the sandbox in the same process, like `fetch`. Ignores the host of the URL. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The base URL for `sandbox.fetch`. A server has its own. */
  readonly baseUrl: string;
  /** The token URL for `sandbox.fetch`. */
  readonly authUrl: string;
  /** Starts an HTTP server, by default on 127.0.0.1 and a free port. Rejects if the address is not available. */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * Returns the last requests to the service that match a filter, in the order of their responses: up to 1,000, without
   * those to the control operations. Throws a `TypeError` for an unknown operation.
   *
   * @example
   * const [update] = sandbox.requests({ operation: "updateFile", status: 200 });
   * console.log(update?.request.headers["if-match"], update?.changes);
   */
  requests(filter?: RequestFilter): RequestEntry[];
  /** Removes all requests from the list. */
  clearRequests(): void;
  /** Restores the initial records and the clock, and removes all faults and requests. */
  reset(): void;
  /** Returns a copy of the records and the time as a seed. */
  snapshot(): Seed;
  /** Replaces the records, and the time if the seed has one. Throws a `SeedError` and changes nothing for an invalid seed. */
  restore(seed: Seed): void;
  /** The clock of the sandbox. */
  readonly clock: SandboxClock;
  /** Adds and removes injected faults. A new sandbox has none. */
  readonly faults: Faults;
  /** Makes changes that the contract has no operation for, such as trashing a folder. */
  readonly actions: Actions;
  /** Stops every server and ends every delay. `sandbox.fetch` still works. */
  close(): Promise<void>;
}

/**
 * Creates a sandbox with every operation of the contract. Rejects with a `SeedError` (a `TypeError`) for an invalid seed,
 * and with a `TypeError` for another invalid option.
 *
 * @example
 * const sandbox = await createSandbox();
 * const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-admin", fetch: sandbox.fetch });
 * console.log((await client.getCurrentUser()).name); // Enterprise Admin
 */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Without await, `fetch` would be undefined, and a client would send its requests to the network.
  const get = () => {
    throw new TypeError("await createSandbox(): a promise has no fetch");
  };
  return Object.defineProperty(create(options), "fetch", { get });
}

async function create(options: SandboxOptions): Promise<Sandbox> {
  checkNames(options, SANDBOX_OPTIONS);
  const { now, brandHeader = "ServiceApi", cors: origins = [], handlers = {}, onRequest = printFailure } = options;
  if (!HEADER_NAME.test(brandHeader))
    throw new TypeError(`brandHeader must be a header name such as X-Service-Api, received ${brandHeader}`);
  if (typeof onRequest !== "function") throw new TypeError("onRequest must be a function");
  const cors = createCors(origins, brandHeader);
  // A serialized seed is faster and takes a third of the memory of a copy.
  const { seed } = options;
  const initialState = seed === undefined ? defaultState() : plainData(() => serialize(seed));
  const clock = createClock(now);
  const contract = await contractOf(options);
  const { basePath, others: otherPaths } = serverPaths(contract);
  const { faults, effectsOn } = createFaults(clock.wait, contract, impossibleFaults(contract, handlers));
  const servers = new Set<Listening>();
  // A sandbox that is started again has other etags.
  const startedMs = Date.now();
  let loads = 0;
  let store = load(deserialize(initialState));
  let closed = false;

  /** The store keeps the records of the seed. */
  function load(ownedSeed: Seed): Store {
    const loaded = loadSeed(ownedSeed, clock.now());
    if (ownedSeed.now !== undefined) clock.set(loaded.startMs);
    loads += 1;
    return loaded.store;
  }

  const addresses = { baseUrl: `${ORIGIN}${basePath}`, authUrl: ORIGIN };
  const others = Object.fromEntries(Object.entries(otherPaths).map(([url, path]) => [url, ORIGIN + path]));
  const atOrigin = { ...addresses, servers: others };
  const journal = createJournal({ ...atOrigin, contract, brandHeader });

  const reset = () => {
    faults.clear();
    journal.clear();
    clock.reset();
    store = load(deserialize(initialState));
  };
  const snapshot = () => toSeed(store, clock.now());
  const restore = (seed: Seed) => {
    store = load(plainData(() => structuredClone(seed)));
  };
  const actions = createActions(() => store, clock.now);
  const handle = createRouter(
    [
      createServiceApi({
        contract,
        handlers,
        addresses: atOrigin,
        store: () => store,
        now: clock.now,
        effectsOn,
        brandHeader,
      }),
      createControlApi({
        store: () => store,
        basePath,
        brandHeader,
        clock,
        faults,
        actions,
        journal,
        reset,
        snapshot,
        restore,
        operations: () => operationSummaries(contract, handlers, atOrigin),
        etag: () => `"${startedMs}-${loads}-${countChanges(store)}"`,
      }),
    ],
    cors,
    clock.now,
    async (entry, finished) => {
      if (!isControlPath(entry.path)) journal.add(entry, finished);
      await onRequest(entry);
    },
  );
  async function close() {
    closed = true;
    clock.close();
    await Promise.all([...servers].map((server) => server.close()));
    servers.clear();
  }
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      // The work continues after an abort.
      return toFetchResponse(await unlessAborted(handle(request), request.signal));
    },
    ...addresses,
    async listen(where) {
      if (closed) throw new Error("The sandbox is closed");
      const server = await listen(handle, { basePath, cors }, where);
      servers.add(server);
      // The sandbox may have been closed while the server started.
      if (closed) await close();
      return { ...server, close: () => server.close().finally(() => servers.delete(server)) };
    },
    requests: (filter) => journal.list(filter).entries,
    clearRequests: journal.clear,
    reset,
    snapshot,
    restore,
    clock,
    faults,
    actions,
    close,
  };
}

let serializedDefault: Buffer | undefined;

function defaultState(): Buffer {
  serializedDefault ??= serialize(defaultSeed());
  return serializedDefault;
}

/** A header name (RFC 9110, section 5.1) that clients do not use for something else. */
const HEADER_NAME =
  /^(?!(authorization|as-user|content-(type|length)|host|if-(none-)?match|user-agent)$)[\w!#$%&'*+.^`|~-]+$/i;

/** Copies a seed. Throws a `SeedError` for values that cannot be copied, such as functions. */
function plainData<Copy>(copy: () => Copy): Copy {
  try {
    return copy();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SeedError([{ at: "", message: `must be plain data: ${reason}` }]);
  }
}

/** Prints an unexpected error, such as that of a handler of your own, which the response does not show. */
function printFailure({ method, path, failure }: LogEntry): void {
  if (failure !== undefined) console.error(`sandbox: ${method} ${path} failed:`, failure);
}
