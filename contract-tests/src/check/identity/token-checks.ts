import { randomUUID } from "node:crypto";
import { inputRequest } from "../../cases/call-input.js";
import type { Contract } from "../../contract/contract.js";
import type { Operation } from "../../contract/operation.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { expectStatus } from "../session/expectations.js";
import type { PathRequest } from "../session/send.js";
import { applyForNow, expectKept, instance, removeAfterwards, skipIfApplied } from "../writes/file-metadata.js";
import { fittedRequests } from "../writes/fitted-wrong-requests.js";
import { deletableUser } from "../writes/given-values.js";
import { expectUnchanged, putBackAfterwards, readFile, workspaceOf } from "../writes/workspace-file.js";
import { wrongTokens } from "./wrong-tokens.js";

/** An operation rejects every kind of wrong token, and changes nothing. */
export function tokenChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const secured = operations.filter((one) => one.secured);
  const fitted = fittedRequests(
    contract,
    secured.filter(({ isSafe }) => !isSafe),
    target,
    `contract-check-${randomUUID()}`,
  );
  return secured.map((operation): Check => {
    const common = {
      id: `${operation.id}/rejects-wrong-tokens`,
      operation: operation.id,
      title: `${operation.id} rejects tampered, misplaced and foreign tokens`,
    };
    const request = fitted.get(operation.id);
    if (request === undefined) {
      return {
        ...common,
        effects: "none",
        async run(session) {
          const { input } = session.inputFor(operation.id);
          await sendAll(session, operation, inputRequest(operation, input, target.token));
        },
      };
    }
    const guard = guards[operation.id];
    return {
      ...common,
      effects: guard === undefined ? "lasting" : "undone",
      run: (session) => (guard ?? unguarded)(session, () => sendAll(session, operation, request), operation),
    };
  });
}

/** Sends a request with each wrong token, up to the first one that the service accepts. Returns whether it rejected all. */
async function sendAll(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
  for (const { kind, statuses, apply } of wrongTokens(session.target)) {
    const exchange = await session.sendWrong(operation.id, apply(request));
    const { status } = exchange.response;
    if (statuses.includes(status)) continue;
    session.find({
      rule: "token-required",
      message: `Expected a ${statuses.join(" or ")} response for ${kind}; received ${status}`,
      operation: operation.id,
      contract: operation.securityPointer,
      at: "/response/status",
      exchange,
    });
    if (status < 400) return false;
  }
  return true;
}

/** Sends requests that must change nothing, and restores what they changed. */
type Guard = (session: Session, send: () => Promise<boolean>, operation: Operation) => Promise<void>;

const guards: Readonly<Record<string, Guard>> = {
  async updateFile(session, send) {
    const before = await readFile(session);
    if (before === undefined) return;
    putBackAfterwards(session, before);
    await send();
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
  async createFileMetadata(session, send) {
    if (!(await skipIfApplied(session))) return;
    removeAfterwards(session);
    await send();
    expectStatus(session, await instance(session, "getFileMetadata"), 404, "metadata whose request was rejected", {
      operation: "createFileMetadata",
    });
  },
  async deleteFileMetadata(session, send) {
    if (!(await skipIfApplied(session))) return;
    const applied = await applyForNow(session);
    if (applied === undefined) return;
    await send();
    await expectKept(session, applied.values);
  },
};

/** The checks of creations and removals find what a rejected request changed. */
const unguarded: Guard = async (session, send, operation) => {
  workspaceOf(session);
  if (operation.id === "deleteUser") deletableUser(session);
  if (!(await send())) session.leaveBehind(`${operation.id} accepted a wrong token.`);
};
