import { createSandbox } from "content-service-sandbox";
import { startMock as startPrism } from "../src/cli/mock-command.js";
import type { JsonObject } from "../src/index.js";

/** The target of the suites, as plain data. */
export interface TargetAddress {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The address of the control interface, without a slash at the end. Only a sandbox has it. */
  readonly controlUrl?: string;
  /** The access token of the calls. */
  readonly token: string;
}

/** A running target. */
export interface Target extends TargetAddress {
  close(): Promise<void>;
}

/**
 * Starts Prism in this process on a free port of the loopback address. It validates its own responses
 * and responds 500 to invalid ones.
 */
export async function startMock(document: JsonObject): Promise<Target> {
  const { url, close } = await startPrism(document);
  return { baseUrl: url, authUrl: url, token: "mock-token", close };
}

/**
 * Starts a sandbox in this process, on a free port of the loopback address. Its clock is stopped before the dates of the
 * examples of the contract.
 */
export async function startSandbox(): Promise<Target> {
  const sandbox = await createSandbox({ now: () => Date.UTC(2026, 2, 10, 8) });
  const { url, baseUrl, authUrl } = await sandbox.listen();
  return {
    baseUrl,
    authUrl,
    controlUrl: `${url}/_sandbox`,
    token: "token-admin",
    close: () => sandbox.close(),
  };
}
