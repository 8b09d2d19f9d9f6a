import { type Contract, callInput, inputRequest, type Operation } from "content-service-contract";
import type { CheckTarget } from "../check/session/check.js";
import { send } from "../check/session/send.js";
import { UsageError } from "./usage-error.js";

/** Requires the address of a token server without the path of the operation. Throws a `UsageError`. */
export function requireTokenServer({ operations }: Contract, authUrl: string): void {
  const given = operations.find(({ server, path }) => server === "auth" && authUrl.endsWith(path));
  if (given === undefined) return;
  const address = authUrl.slice(0, -given.path.length);
  throw new UsageError(`--auth-url must not end in ${given.path}; did you mean ${address}?`);
}

/**
 * Requires a base address below which the service is: otherwise every check fails. It sends one call that needs no ids,
 * and where nothing is found, one with the version of the contract added to the address. Throws a `UsageError`.
 */
export async function requireVersion(contract: Contract, target: CheckTarget, signal: AbortSignal): Promise<void> {
  const operation = contract.operations.find(
    (one) => one.isSafe && one.server === "base" && one.parameters.every(({ required }) => !required),
  );
  if (operation === undefined || (await isFound(operation, target, signal))) return;
  const version = new URL(operation.serverUrl, "http://localhost").pathname.replace(/\/+$/, "");
  if (version === "") return;
  const { baseUrl } = target;
  const other = baseUrl.endsWith(version) ? baseUrl.slice(0, -version.length) : `${baseUrl}${version}`;
  if (!(await isFound(operation, { ...target, baseUrl: other }, signal))) return;
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  throw new UsageError(`${call} does not exist at ${baseUrl}; did you mean --base-url ${other}?`);
}

/** Whether a call gets another response than 404, or the 501 of a test double. Without any response, the checks say what is wrong. */
async function isFound(operation: Operation, target: CheckTarget, signal: AbortSignal): Promise<boolean> {
  const request = inputRequest(operation, callInput(operation, { optional: false }), target);
  const response = await send(target, operation, request, signal).catch(() => undefined);
  return response === undefined || ![404, 501].includes(response.response.status);
}
