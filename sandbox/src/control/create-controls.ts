import type { JsonObject } from "content-service-contract-tests/contract";
import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import type { Sandbox } from "../create-sandbox.js";
import { countRecords } from "../store/count-records.js";
import type { World } from "../store/world.js";
import { formatTime } from "../time.js";
import { issueTokens } from "../tokens.js";
import { type Controls, Invalid, Missing } from "./control.js";

/** What the controls reach. */
export interface Controlled {
  readonly sandbox: Sandbox;
  readonly world: () => World;
  readonly brandHeader: string;
  readonly basePath: string;
}

/** Makes the controls of a sandbox. */
export function createControls({ sandbox, world, brandHeader, basePath }: Controlled): Controls {
  const { clock, faults } = sandbox;
  const now = () => formatTime(clock.now());
  return {
    getSandbox() {
      const counts = countRecords(world());
      return { base_path: basePath, auth_path: "", brand_header: brandHeader, now: now(), counts };
    },
    // A document, and not a value that the sandbox keeps.
    getSandboxDocument: () => controlDocument as unknown as JsonObject,
    resetSandbox() {
      sandbox.reset();
      return undefined;
    },
    getWorld: () => sandbox.snapshot(),
    putWorld({ body }) {
      sandbox.restore(body);
      return undefined;
    },
    getClock: () => ({ now: now() }),
    advanceClock({ body }) {
      checked(() => clock.advance(body.ms));
      return { now: now() };
    },
    listFaults: () => ({ entries: faults.list() }),
    addFault: ({ body }) => checked(() => faults.add(body)),
    clearFaults() {
      faults.clear();
      return undefined;
    },
    removeFault({ path }) {
      if (!faults.remove(path.fault_id)) throw new Missing("There is no fault with this id.");
      return undefined;
    },
    issueTokens({ body: { user_id, client_id } }) {
      const [first] = world().clients.values();
      const client = client_id === undefined ? first : world().clients.get(client_id);
      if (world().users.get(user_id) === undefined) throw new Missing("There is no user with this id.");
      if (client === undefined) throw new Missing("There is no client with this id.");
      return issueTokens(world(), { user_id, client_id: client.client_id }, clock.now());
    },
    revokeToken({ body: { token } }) {
      const { accessTokens, refreshTokens } = world();
      const refresh = refreshTokens.get(token);
      if (accessTokens.get(token) === undefined && refresh === undefined) throw new Missing("There is no such token.");
      accessTokens.remove(token);
      if (refresh !== undefined) refreshTokens.put({ ...refresh, state: "revoked" });
      return undefined;
    },
  };
}

/** Passes on what a part of the sandbox says of a value that it does not take. */
function checked<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new Invalid(error.message, { cause: error });
    throw error;
  }
}
