import { createSandbox, type Seed } from "content-service-sandbox";
import { startMock as startPrism } from "../src/cli/start-mock.js";
import type { JsonObject } from "../src/index.js";

/** The target of the suites, as plain data. */
export interface TargetAddress {
  readonly kind: "mock" | "sandbox";
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The address of the control interface, without a slash at the end. Only a sandbox has it. */
  readonly controlUrl?: string;
  /** The access token of the calls. */
  readonly token: string;
  /** Parameter values by name, instead of the examples of the contract. */
  readonly parameters: Readonly<Record<string, string>>;
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
  return { kind: "mock", baseUrl: url, authUrl: url, token: "mock-token", parameters: {}, close };
}

/**
 * Starts a sandbox in this process, on a free port of the loopback address. Its clock is stopped before the dates of the
 * examples of the contract. @default the default seed
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

/** The examples of the contract act for a member, who is not allowed to call admin operations. */
const CO_ADMIN = "1002";

/**
 * Calls an operation of the control interface of a sandbox, such as `POST /reset`. Resolves with the body of the response,
 * or undefined when it has none.
 *
 * Throws an `Error` when the target has no such interface, or rejects the call.
 */
export async function controlSandbox<Body = undefined>(
  { controlUrl }: TargetAddress,
  operation: `${"GET" | "POST" | "PUT"} /${string}`,
  body?: JsonObject,
): Promise<Body> {
  if (controlUrl === undefined) throw new Error("Only a sandbox can be controlled");
  const [method = "", path = ""] = operation.split(" ");
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(`${controlUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  if (!response.ok) throw new Error(`Expected ${operation} to succeed; received ${response.status}: ${text}`);
  // The tests of the sandbox check its responses against the contract of the interface.
  return (text === "" ? undefined : JSON.parse(text)) as Body;
}
