import {
  type Contract,
  callInput,
  type Exchange,
  hasCredential,
  inputRequest,
  type Operation,
  queryOf,
  withCredentials,
} from "content-service-contract";
import { counted } from "content-service-contract/text";
import type { CheckTarget } from "./check.js";
import { NoResponseError, send } from "./send.js";

/** Tells a defective operation from an unreachable service and from an invalid token, which end the run. */
export function createReachability(contract: Contract, target: CheckTarget, signal: AbortSignal | undefined) {
  const responded = new Set<string>();
  const failures = new Map<string, number>();
  /** The operations that reject a call without a credential, and document none. */
  const undocumented = new Set<string>();
  /** The last operation without required parameters that has accepted the token; `null` when only others have. */
  let accepting: Operation | null | undefined;
  let reason: string | undefined;

  return {
    /** Receives each exchange. Throws when the service rejects the token for every operation. */
    async onExchange(operation: Operation, { request, response }: Exchange): Promise<void> {
      responded.add(operation.id);
      if (operation.security.length === 0 && [401, 403].includes(response.status)) undocumented.add(operation.id);
      if (!operation.secured || response.status === 429 || !carriesToken(operation, request, target)) return;
      const lacking = response.status === 401 ? credentialsLacking(operation, request) : [];
      if (lacking.length > 0)
        throw new Error(
          `${operation.id} needs ${lacking.join(" and ")} beside the token: give each with --header (401)`,
        );
      const isPlain = operation.method === "get" && !operation.parameters.some(({ required }) => required);
      if (response.status !== 401) accepting = isPlain ? operation : (accepting ?? null);
      else if (accepting === undefined && (await otherAccepts(operation))) accepting = null;
      else if (accepting === undefined) fail("The service rejected the token (401)");
      else {
        const other = accepting ?? othersThan(operation)[0];
        if (other !== undefined && (await probe(other)) === 401)
          fail("The token has expired during the run: the service accepted it before, and rejects it now (401)");
      }
    },
    /** Receives each failed call. Returns when that is the service's fault; throws the error when it is unreachable. */
    async onNoResponse(operation: Operation, error: NoResponseError): Promise<void> {
      if (signal?.aborted) throw new Error(ABORTED);
      // The token server has one operation, so nothing tells a defect from a wrong address until it has responded.
      if (operation.server === "auth" && !responded.has(operation.id)) throw error;
      const isDown = responded.size === 0 && error.isUnconnected;
      if (isDown || !(await otherResponds(operation))) {
        reason = error.message;
        // A host that breaks every connection is defective. Without one, or after a timeout, the address may be wrong.
        if (error.status === undefined && !error.wasLost) throw error;
      }
      failures.set(operation.id, (failures.get(operation.id) ?? 0) + 1);
    },
    /** Why the operation is not called again; undefined while it may be. */
    silent(operation: string): string | undefined {
      const count = failures.get(operation) ?? 0;
      return count < ENOUGH ? undefined : `${operation} sent no complete response to ${count} calls`;
    },
    notes() {
      if (target.token === "" || target.headers !== undefined || undocumented.size === 0) return [];
      const rejected = `${counted(undocumented.size, "operation")} rejected calls without a token (401 or 403)`;
      const ways = "add `security` to the contract, such as by an overlay, or give the credential with --header";
      return [`${rejected}, and the contract requires none there: ${ways}.`];
    },
    /** Why the run ends; undefined while it continues. */
    reason: () => (signal?.aborted ? ABORTED : reason),
  };

  function fail(why: string): never {
    reason = why;
    throw new Error(why);
  }

  /** When another operation accepts the token, or an invented one, the 401 is a finding; otherwise the token is invalid. */
  async function otherAccepts(operation: Operation): Promise<boolean> {
    // Any id will do: a service checks credentials before it looks for a record.
    const [other] = [...othersThan(operation), ...othersThan(operation, true)];
    if (other === undefined) return true;
    return (await probe(other)) !== 401 || (await probe(other, "no-such-token")) !== 401;
  }

  /** When another operation responds, the failure is a finding; otherwise the service is unreachable. */
  async function otherResponds(operation: Operation): Promise<boolean> {
    const others = othersThan(operation).filter(({ id }) => !failures.has(id));
    // First those that have responded before.
    const ordered = [...others.filter(({ id }) => responded.has(id)), ...others.filter(({ id }) => !responded.has(id))];
    for (const other of ordered.slice(0, MOST_PROBES)) {
      if ((await probe(other)) !== undefined) return true;
    }
    return false;
  }

  function othersThan({ id }: Operation, withParameters = false): Operation[] {
    const others = contract.operations.filter((one) => one.id !== id && one.method === "get" && one.secured);
    return others.filter((one) => one.parameters.some(({ required }) => required) === withParameters);
  }

  async function probe(operation: Operation, given: CheckTarget | string = target): Promise<number | undefined> {
    const request = inputRequest(operation, callInput(operation, { optional: false }), given);
    try {
      return (await send(target, operation, request, signal)).response.status;
    } catch (error) {
      return error instanceof NoResponseError ? undefined : 0;
    }
  }
}

/** Whether a request has the credentials of the target in the documented places, and no others. */
function carriesToken(operation: Operation, request: Exchange["request"], target: CheckTarget): boolean {
  const { method, headers = {}, url = "", path = url.replace(/^[^?]*/, "") } = request;
  const own = withCredentials({ method, headers, path }, operation, target);
  const [sent, expected] = [headers, own.headers].map((one) => JSON.stringify([...new Headers(one)]));
  return own.path === path && sent === expected;
}

/** The credentials that a request lacks of an alternative of which it has another one. */
function credentialsLacking({ security }: Operation, { headers, url = "", path = url }: Exchange["request"]): string[] {
  const sent = { headers: new Headers(headers), query: queryOf(path) };
  const begun = security.find((all) => all.some((one) => hasCredential(sent, one)));
  return begun?.filter((one) => !hasCredential(sent, one)).map(({ name }) => name) ?? [];
}

const ABORTED = "The run was aborted";

/** An operation is not called again after this number of failed calls. */
const ENOUGH = 2;
const MOST_PROBES = 3;
