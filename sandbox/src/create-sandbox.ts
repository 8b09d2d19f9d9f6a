import { deserialize, serialize } from "node:v8";
import { createClock, type SandboxClock } from "./clock/clock.js";
import { createControls } from "./control/control-api.js";
import { defaultSeed } from "./default-seed/index.js";
import { arrived } from "./faults/fault-effects.js";
import { checkFault, createFaults, type Faults } from "./faults/faults.js";
import { type Listening, type ListenOptions, listen } from "./http/listen.js";
import type { LogEntry } from "./http/log.js";
import { BASE_PATH, controlMount, serviceMount } from "./http/mounts.js";
import { createApp } from "./http/router.js";
import { untilAborted } from "./http/until-aborted.js";
import { loadSeed } from "./seed/load-seed.js";
import { toSeed } from "./seed/to-seed.js";
import { SeedError } from "./seed/validate-seed.js";
import type { Seed } from "./store/records.js";
import type { World } from "./store/store.js";

/** How a sandbox is made. */
export interface SandboxOptions {
  /** The world to start from. @default the default seed */
  readonly seed?: Seed | undefined;
  /**
   * Tells the time in milliseconds since 1970, and makes time stand still unless it moves: then only `clock.advance`
   * ends a delay. @default the time of this machine
   */
  readonly now?: (() => number) | undefined;
  /** The name of the header that carries shared links. @default "ServiceApi" */
  readonly brandHeader?: string | undefined;
  /** Told of every request when it has been answered. What it throws is ignored. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
}

/** A service that behaves like the one of the contract, and keeps its state in memory. */
export interface Sandbox {
  /** Answers a call without a network, as `fetch` would. The host of the URL does not matter. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The base address for `fetch`. A server has one of its own. */
  readonly baseUrl: string;
  /** The token address for `fetch`. */
  readonly authUrl: string;
  /** Starts a real server, on the loopback address and a free port unless told otherwise. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Puts the world, the time and the faults back to what they were at the start. */
  reset(): void;
  /** Gives the whole world as a seed. */
  snapshot(): Seed;
  /** Makes a seed the world; its time too, when it has one. Throws a `SeedError` and changes nothing when it is wrong. */
  restore(seed: Seed): void;
  /** Its time, which can be moved on. */
  readonly clock: SandboxClock;
  /** What shall happen to calls; none at the start. */
  readonly faults: Faults;
  /** Stops every server and ends every delay. `fetch` still answers, and nothing listens any more. */
  close(): Promise<void>;
}

/**
 * Makes a sandbox: a service with everything of the contract, and a world to begin with.
 *
 * Throws a `SeedError`, which is a `TypeError`, for a seed that is not valid, and a `TypeError` for another option that
 * is not.
 *
 * @example
 * const sandbox = await createSandbox();
 * const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-admin", fetch: sandbox.fetch });
 * console.log((await client.getCurrentUser()).name); // Enterprise Admin
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now, brandHeader = "ServiceApi", onRequest = () => {} } = options;
  if (!HEADER_NAME.test(brandHeader)) throw new TypeError("brandHeader must be a header name, such as X-Service-Api");
  // For a large seed a third of the memory that a copy takes, and faster to make.
  const start = asPlainData(() => serialize(options.seed ?? defaultSeed()));
  const clock = createClock(now);
  const { faults, effectsOn } = createFaults(checkFault, clock.wait);
  const servers = new Set<Listening>();
  let world = load(deserialize(start));
  let closed = false;

  /** Makes a world of a seed that is nobody else's. */
  function load(owned: Seed): World {
    const loaded = loadSeed(owned, clock.now());
    if (owned.now !== undefined) clock.set(loaded.startMs);
    return loaded.world;
  }

  const sandbox: Sandbox = {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      return untilAborted(request.signal, async () => arrived(await answer(request)));
    },
    baseUrl: `${ORIGIN}${BASE_PATH}`,
    authUrl: ORIGIN,
    async listen(where) {
      if (closed) throw new Error("The sandbox is closed");
      const server = await listen(answer, BASE_PATH, where);
      servers.add(server);
      // It was closed while the server started.
      if (closed) await sandbox.close();
      return { ...server, close: () => server.close().finally(() => servers.delete(server)) };
    },
    reset() {
      faults.clear();
      clock.reset();
      world = load(deserialize(start));
    },
    snapshot: () => toSeed(world, clock.now()),
    restore(next) {
      world = load(asPlainData(() => structuredClone(next)));
    },
    clock,
    faults,
    async close() {
      closed = true;
      clock.close();
      await Promise.all([...servers].map((server) => server.close()));
      servers.clear();
    },
  };
  const answer = createApp(
    [
      serviceMount((call) => ({ world, now: clock.now, effects: effectsOn(call) }), brandHeader),
      controlMount(createControls({ sandbox, world: () => world, brandHeader, basePath: BASE_PATH })),
    ],
    onRequest,
  );
  return sandbox;
}

/** No name that anybody can have (RFC 2606): a client that was not given `fetch` reaches nobody. */
const ORIGIN = "https://sandbox.invalid";

/** RFC 9110, section 5.1. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Copies a seed. What cannot be copied, such as a function, is no seed. */
function asPlainData<Copy>(copy: () => Copy): Copy {
  try {
    return copy();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SeedError([{ at: "", message: `must be plain data: ${reason}` }]);
  }
}
