import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import { createContract } from "../contract.js";
import { loadContract } from "../load-contract.js";
import { createApp, type Mount } from "./app.js";
import { createClock, type SandboxClock } from "./clock.js";
import { type Controls, serveControl } from "./control.js";
import { createControls } from "./create-controls.js";
import { defaultSeed } from "./default-seed.js";
import { checkFault } from "./faults/check-fault.js";
import { arrived } from "./faults/damage.js";
import { createFaults, type Faults } from "./faults/faults.js";
import { handlers, screens } from "./handlers.js";
import { type Listening, type ListenOptions, listen } from "./listen.js";
import type { LogEntry } from "./log.js";
import { type AnyHandler, type Circumstances, type Screen, serveOperation } from "./serve-operation.js";
import { loadSeed } from "./world/load-seed.js";
import type { Seed } from "./world/records.js";
import { toSeed } from "./world/to-seed.js";
import type { World } from "./world/world.js";

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
  /** Told of every request when it has been answered. */
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
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** Stops every server and ends every delay. */
  close(): Promise<void>;
}

/**
 * Makes a sandbox: a service with everything of the contract, and a world to begin with.
 *
 * Throws a `SeedError`, which is a `TypeError`, for a seed that is not valid.
 *
 * @example
 * const sandbox = await createSandbox();
 * const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-admin", fetch: sandbox.fetch });
 * console.log((await client.getCurrentUser()).name); // Enterprise Admin
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now, brandHeader = "ServiceApi", onRequest = () => {} } = options;
  const seed = structuredClone(options.seed ?? defaultSeed());
  const clock = createClock(now);
  const { faults, effectsOn } = createFaults(checkFault, clock.wait);
  const servers = new Set<Listening>();
  let world = load(seed);

  function load(next: Seed): World {
    const loaded = loadSeed(next, clock.now());
    if (next.now !== undefined) clock.set(loaded.startMs);
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
      const server = await listen(answer, where);
      servers.add(server);
      return { ...server, close: () => server.close().finally(() => servers.delete(server)) };
    },
    reset() {
      faults.clear();
      clock.reset();
      world = load(seed);
    },
    snapshot: () => toSeed(world, clock.now()),
    restore(next) {
      world = load(next);
    },
    clock,
    faults,
    async close() {
      clock.close();
      await Promise.all([...servers].map((server) => server.close()));
      servers.clear();
    },
  };
  const answer = createApp(
    [
      serviceMount((call) => ({ world, nowMs: clock.now(), effects: effectsOn(call) }), brandHeader),
      controlMount(createControls({ sandbox, world: () => world, brandHeader, basePath: BASE_PATH })),
    ],
    onRequest,
  );
  return sandbox;
}

const ORIGIN = "https://sandbox.invalid";
/** As the default base address of the contract has it. */
const BASE_PATH = "/2.0";
const MAX_BODY_BYTES = 1_048_576;
const MAX_WORLD_BYTES = 268_435_456;

function serviceMount(circumstances: (operation: string) => Omit<Circumstances, "notes">, brandHeader: string): Mount {
  const contract = loadContract();
  const served = new Map(
    contract.operations.map((operation) => {
      // Which handler has which types is checked where the handlers are put together.
      const handler = (handlers as Readonly<Record<string, AnyHandler>>)[operation.id];
      if (handler === undefined) throw new Error(`The sandbox has no handler for ${operation.id}`);
      const screen = (screens as Readonly<Record<string, Screen | undefined>>)[operation.id];
      return [operation, serveOperation({ contract, operation, handler, screen })];
    }),
  );
  return {
    contract,
    prefixOf: ({ server }) => (server === "auth" ? "" : BASE_PATH),
    maxBodyBytes: MAX_BODY_BYTES,
    async answer(operation, raw, notes) {
      const serve = served.get(operation);
      if (serve === undefined) throw new Error(`There is no operation ${operation.id}`);
      const headers = withBrandHeader(raw.headers, brandHeader);
      return serve({ ...raw, headers }, { ...circumstances(operation.id), notes });
    },
  };
}

function controlMount(controls: Controls): Mount {
  const contract = createContract(controlDocument);
  return {
    contract,
    prefixOf: () => "",
    maxBodyBytes: MAX_WORLD_BYTES,
    answer: (operation, raw) => serveControl(contract, controls, operation, raw),
  };
}

/** The headers with the shared link under the name that the contract has for it, and under no other. */
function withBrandHeader(headers: Headers, brandHeader: string): Headers {
  if (brandHeader.toLowerCase() === "serviceapi") return headers;
  const named = new Headers(headers);
  const value = named.get(brandHeader);
  named.delete("ServiceApi");
  if (value !== null) named.set("ServiceApi", value);
  return named;
}

/** Fails with the reason of the signal as soon as it is aborted, as `fetch` does. The work goes on unseen. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, listen: abort } = abortion(signal);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function abortion(signal: AbortSignal) {
  let listen = () => {};
  const promise = new Promise<never>((_, reject) => {
    listen = () => reject(signal.reason);
    signal.addEventListener("abort", listen);
  });
  return { promise, listen };
}
