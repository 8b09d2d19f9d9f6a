import { createSandbox, type Seed } from "content-service-sandbox";
import type { Target } from "./targets.js";

/**
 * Starts a sandbox in this process, on a free port of the loopback address, with the default seed unless told otherwise.
 * Its time stands still, at a moment when what the examples of the contract speak of is still to come.
 */
export async function startSandbox(seed?: Seed): Promise<Target> {
  const sandbox = await createSandbox({ seed, now: () => EXAMPLES_MS });
  const { url, baseUrl, authUrl } = await sandbox.listen();
  return {
    kind: "sandbox",
    baseUrl,
    authUrl,
    controlUrl: `${url}/_sandbox`,
    token: "token-admin",
    parameters: { "As-User": CO_ADMIN },
    close: () => sandbox.close(),
  };
}

const EXAMPLES_MS = Date.UTC(2026, 2, 10, 8);

/** The examples of the contract act for a member, who may not do what is left to admins. */
const CO_ADMIN = "1002";
