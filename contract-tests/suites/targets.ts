import { createSandbox, type Seed } from "content-service-sandbox";
import { startMock as startPrism } from "../src/cli/start-mock.js";
import type { JsonObject } from "../src/index.js";
/** What the suites run against, as plain data. */
export interface TargetAddress {
  readonly kind: "mock" | "sandbox" | "live";
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Where state, time and faults are set, without a slash at the end. A sandbox alone has it. */
  readonly controlUrl?: string;
  /** The access token of the calls. */
  readonly token: string;
  /** Values for parameters, by name, in place of the examples of the contract. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The same with what ends it. */
export interface Target extends TargetAddress {
  close(): Promise<void>;
}

/**
 * Starts the target that the environment names.
 *
 * - `CONTRACT_TARGET`: `mock` (the default) starts a mock of the contract in this process; `sandbox` starts a sandbox
 *   with the default seed in this process; `live` uses a service.
 * - `CONTRACT_BASE_URL`, `CONTRACT_AUTH_URL`, `CONTRACT_TOKEN`: the live service, and a token for it.
 * - `CONTRACT_PARAMETERS`: a JSON object with ids that exist there, such as `{"file_id": "4001"}`.
 *
 * Throws an `Error` when a live service is wanted and one of its settings is missing, or the target is unknown.
 */
export async function startTarget(document: JsonObject, environment: NodeJS.ProcessEnv = process.env): Promise<Target> {
  const kind = environment["CONTRACT_TARGET"] ?? "mock";
  if (kind === "mock") return startMock(document);
  if (kind === "sandbox") return startSandbox();
  if (kind === "live") return liveTarget(environment);
  throw new Error(`CONTRACT_TARGET is mock, sandbox or live, not ${kind}`);
}

/**
 * Starts Prism in this process on a free port of the loopback address. It holds its own answers to the contract and
 * answers 500 to what does not fit.
 */
export async function startMock(document: JsonObject): Promise<Target> {
  const { url, close } = await startPrism(document);
  return { kind: "mock", baseUrl: url, authUrl: url, token: "mock-token", parameters: {}, close };
}

function liveTarget(environment: NodeJS.ProcessEnv): Target {
  const setting = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === "") throw new Error(`A live target needs ${name}`);
    return value;
  };
  return {
    kind: "live",
    baseUrl: setting("CONTRACT_BASE_URL"),
    authUrl: setting("CONTRACT_AUTH_URL"),
    token: setting("CONTRACT_TOKEN"),
    parameters: readParameters(environment["CONTRACT_PARAMETERS"] ?? "{}"),
    close: async () => {},
  };
}

function readParameters(text: string): Record<string, string> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || !Object.values(parsed).every((one) => typeof one === "string")) {
    throw new Error("CONTRACT_PARAMETERS is a JSON object whose values are strings");
  }
  return Object.fromEntries(Object.entries(parsed));
}

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

/**
 * Calls an operation of the control interface of a sandbox, such as `POST /reset`. Gives the body of the answer, or
 * undefined when it has none.
 *
 * Throws an `Error` when the target has no such interface, or when it refuses the call.
 */
export async function controlSandbox<Answer = undefined>(
  { controlUrl }: TargetAddress,
  operation: `${"GET" | "POST" | "PUT"} /${string}`,
  body?: JsonObject,
): Promise<Answer> {
  if (controlUrl === undefined) throw new Error("Only a sandbox can be controlled");
  const [method = "", path = ""] = operation.split(" ");
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(`${controlUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} was answered with ${response.status}: ${text}`);
  // The document of the interface says what an operation answers with, and its own suite holds it to that.
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
