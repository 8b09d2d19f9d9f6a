import { formatTime, isExpired } from "../clock/time.js";
import { isBlocked } from "../handlers/run-locked.js";
import { completeRecord } from "../seed/complete-record.js";
import { collaborationsOn, isAddressTaken, userIdOf } from "../store/access.js";
import { type IssuedTokens, issueTokens } from "../store/credentials.js";
import type { CollaborationRecord, TaskAssignmentRecord, TaskRecord } from "../store/records.js";
import { changeStamp, folderById, type Store } from "../store/store.js";
import { assignmentsOf, isCompleted, RESULTS } from "../store/tasks.js";
import { isInTrash } from "../store/tree.js";

/**
 * Changes that users make elsewhere, since the contract has no operation for them. Each throws a `ControlError` and
 * changes nothing for an unknown id (status 404) and in a state that does not permit the change (status 409).
 */
export interface Actions {
  /**
   * Issues tokens of a user, as a login does: an access token for an hour, and a refresh token for 60 days. The
   * application is by default the first one of the records.
   */
  issueTokens(userId: string, clientId?: string): IssuedTokens;
  /** Revokes an access token or a refresh token. */
  revokeToken(token: string): void;
  /** Moves a folder to the trash with its content. */
  trashFolder(folderId: string): void;
  /** Assigns a task to a user, on behalf of its creator. Returns the id of the task assignment. */
  assignTask(taskId: string, userId: string): string;
  /**
   * Finishes a task assignment, and the task if its `completion_rule` is met. A task with the action `complete` can be
   * `completed`, one with the action `review` can be `approved` or `rejected`; another state has the status 400.
   */
  finishTaskAssignment(
    taskAssignmentId: string,
    resolutionState: Exclude<TaskAssignmentRecord["resolution_state"], "incomplete">,
  ): void;
  /** Confirms an email alias. */
  confirmEmailAlias(emailAliasId: string): void;
  /**
   * Accepts a pending collaboration. Returns the user or the group. If nobody has the invited address, the sandbox
   * creates a user with it, in an enterprise of its own.
   */
  acceptCollaboration(collaborationId: string): { type: "user" | "group"; id: string };
  /** Rejects a pending collaboration. */
  rejectCollaboration(collaborationId: string): void;
}

/** An error of a control operation. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  constructor(
    /** The status of the control API. */
    readonly status: 400 | 404 | 409 | 412,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function createActions(currentStore: () => Store, nowMs: () => number): Actions {
  return {
    issueTokens(user_id, client_id) {
      const store = currentStore();
      found("User", user_id, store.users.get(user_id));
      const [first] = store.clients.values();
      const client = client_id === undefined ? first : found("Client", client_id, store.clients.get(client_id));
      if (client === undefined) throw new ControlError(404, "No client in the state.");
      return issueTokens(store, { user_id, client_id: client.client_id }, nowMs());
    },

    revokeToken(token) {
      const { access_tokens, refresh_tokens } = currentStore();
      const refresh = refresh_tokens.get(token);
      if (access_tokens.get(token) === undefined && refresh === undefined)
        throw new ControlError(404, "Token not found.");
      access_tokens.remove(token);
      if (refresh !== undefined) refresh_tokens.put({ ...refresh, state: "revoked" });
    },

    trashFolder(id) {
      const store = currentStore();
      const folder = found("Folder", id, folderById(store, id));
      if (isInTrash(store, folder)) throw new ControlError(409, `Folder ${id} is already in the trash.`);
      if (isBlocked(store, { items: new Set([id]), folders: new Set() }))
        throw new ControlError(409, `Folder ${id} is part of a running move, delete or restore.`);
      const stamp = changeStamp(folder, folder.owner_id, nowMs());
      store.items.put({ ...folder, ...stamp, trashed_at: stamp.modified_at });
    },

    assignTask(taskId, userId) {
      const store = currentStore();
      const task = found("Task", taskId, store.tasks.get(taskId));
      found("User", userId, store.users.get(userId));
      const known = assignmentsOf(store, taskId).find(({ assigned_to }) => assigned_to === userId);
      if (known !== undefined)
        throw new ControlError(409, `User ${userId} already has task ${taskId}: assignment ${known.id}.`);
      const id = store.nextId();
      const given = { id, task_id: taskId, assigned_to: userId, assigned_by: task.created_by, message: task.message };
      putAssignment(store, task, completeRecord(store, "task_assignments", given, nowMs()));
      return id;
    },

    finishTaskAssignment(id, resolution_state) {
      const store = currentStore();
      const assignment = found("Task assignment", id, store.task_assignments.get(id));
      const task = found("Task", assignment.task_id, store.tasks.get(assignment.task_id));
      const permitted: readonly string[] = RESULTS[task.action];
      if (!permitted.includes(resolution_state)) {
        const message = `Expected ${permitted.join(" or ")} for the action ${task.action}; received ${resolution_state}.`;
        throw new ControlError(400, message);
      }
      if (assignment.resolution_state !== "incomplete")
        throw new ControlError(409, `Task assignment ${id} is already ${assignment.resolution_state}.`);
      putAssignment(store, task, { ...assignment, resolution_state, completed_at: formatTime(nowMs()) });
    },

    confirmEmailAlias(id) {
      const { email_aliases } = currentStore();
      const alias = found("Email alias", id, email_aliases.get(id));
      if (alias.is_confirmed) throw new ControlError(409, `Email alias ${id} is already confirmed.`);
      email_aliases.put({ ...alias, is_confirmed: true });
    },

    acceptCollaboration(id) {
      const store = currentStore();
      const pending = pendingCollaboration(store, id, nowMs());
      const now = formatTime(nowMs());
      const { type, id: itemId } = pending.item;
      const item = store.items.get(itemId);
      if (item !== undefined && isInTrash(store, item))
        throw new ControlError(409, `Collaboration ${id} is on a ${type} in the trash: ${itemId}.`);
      const accessible_by = collaboratorOf(store, pending, nowMs());
      const holder = `${accessible_by.type} ${accessible_by.id}`;
      const holders = collaborationsOn(store, itemId, nowMs())
        .filter(({ status }) => status === "accepted")
        .map((one) => `${one.accessible_by.type} ${one.accessible_by.id}`);
      if ([`user ${item?.owner_id}`, ...holders].includes(holder))
        throw new ControlError(409, `Collaboration ${id} gives nothing: ${holder} has access to ${type} ${itemId}.`);
      const accepted = { status: "accepted", accessible_by, invite_email: null, acknowledged_at: now } as const;
      store.collaborations.put({ ...pending, ...accepted, modified_at: now });
      return { ...accessible_by };
    },

    rejectCollaboration(id) {
      const store = currentStore();
      const pending = pendingCollaboration(store, id, nowMs());
      const now = formatTime(nowMs());
      store.collaborations.put({ ...pending, status: "rejected", acknowledged_at: now, modified_at: now });
    },
  };
}

function found<Record>(kind: string, id: string, record: Record | undefined): Record {
  if (record === undefined) throw new ControlError(404, `${kind} not found: ${id}`);
  return record;
}

/** Stores an assignment, and whether its task is completed by now. */
function putAssignment(store: Store, task: TaskRecord, assignment: TaskAssignmentRecord): void {
  store.task_assignments.put(assignment);
  store.tasks.put({ ...task, is_completed: isCompleted(store, task) });
}

function pendingCollaboration(store: Store, id: string, nowMs: number): CollaborationRecord {
  const known = store.collaborations.get(id);
  // An expired collaboration is removed.
  const collaboration = found("Collaboration", id, isExpired(known?.expires_at ?? null, nowMs) ? undefined : known);
  if (collaboration.status !== "pending")
    throw new ControlError(409, `Collaboration ${id} is not pending but ${collaboration.status}.`);
  return collaboration;
}

/** The invited user or group. Creates the user of an address that nobody has. */
function collaboratorOf(store: Store, { accessible_by, invite_email }: CollaborationRecord, nowMs: number) {
  if (invite_email === null) return accessible_by;
  const known = userIdOf(store, invite_email);
  if (known !== undefined) return { type: "user" as const, id: known };
  if (isAddressTaken(store, invite_email))
    throw new ControlError(409, `Another user has the alias ${invite_email}, which is not confirmed.`);
  const enterprise_id = store.nextId();
  // An invitation of a seed may have the id of another user.
  const id = store.users.get(accessible_by.id) === undefined ? accessible_by.id : store.nextId();
  const user = { id, name: invite_email, login: invite_email, enterprise_id };
  store.enterprises.put(completeRecord(store, "enterprises", { id: enterprise_id }, nowMs));
  store.users.put(completeRecord(store, "users", user, nowMs));
  return { type: "user" as const, id };
}
