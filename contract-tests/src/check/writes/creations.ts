import {
  type CallInput,
  type Exchange,
  inputRequest,
  isJsonObject,
  type JsonObject,
  valueAt,
} from "content-service-contract";
import { expectConflict } from "../reads/expect-error.js";
import { asUser, CURRENT, callersOf, hasRole } from "../session/callers.js";
import { type Check, jsonOf, type Session } from "../session/check.js";
import {
  expectShown,
  expectStatus,
  expectSuccess,
  isSuccess,
  matches,
  textIn,
  valueIn,
} from "../session/expectations.js";
import { parameterOf, tomorrow, withTag } from "./given-values.js";
import { expectListed, pagesOf } from "./kept-values.js";
import { attributes, expectListedWhole } from "./whole-file.js";
import { readFile, workspaceOf } from "./workspace-file.js";

/** The checks that create records which the API cannot delete (level `lasting`). */
export function creationChecks(): Check[] {
  return [...creations, ...invitations].map(creationCheck);
}

/** The creations that a second request with the same values must not repeat, each with values of its own. */
export function uniqueCreations(): Creation[] {
  return creations.filter(({ once, maybeThere }) => once === true && maybeThere !== true);
}

const creations: readonly Creation[] = [
  {
    operation: "createWebLink",
    once: true,
    title: "creates a web link with what was sent",
    prepare: (session, name) => {
      const { folderId } = workspaceOf(session);
      const url = `https://contract-check.example/${name}`;
      const own = { url, name, description: `Created by ${name}` };
      return { input: { body: { ...own, parent: { id: folderId } } } };
    },
    shown: rejectsNameOfFile,
  },
  {
    operation: "createTask",
    title: "creates a task with what was sent",
    prepare: (session, name) => {
      const { fileId } = workspaceOf(session);
      const own = {
        action: "complete",
        message: `Created by ${name}`,
        completion_rule: "any_assignee",
        due_at: tomorrow(session),
      };
      return { input: { body: { item: { id: fileId, type: "file" }, ...own } } };
    },
    async shown(session, _, exchange) {
      for (const id of assignmentsIn(exchange)) {
        const read = await session.call("getTaskAssignment", { path: { task_assignment_id: id } });
        expectSuccess(session, read);
      }
    },
  },
  {
    operation: "createMetadataTemplate",
    once: true,
    title: "creates a template that listEnterpriseMetadataTemplates shows",
    prepare: (_, name) => {
      const fields = [
        { type: "enum", key: "status", displayName: "Status", options: [{ key: "open" }, { key: "ended" }] },
        { type: "float", key: "amount", displayName: "Amount" },
      ];
      const own = { displayName: name, templateKey: `check_${name}`.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) };
      return {
        input: { body: { scope: "enterprise", ...own, hidden: true, copyInstanceOnItemCopy: true, fields } },
        shows: { ...own, hidden: true, copyInstanceOnItemCopy: true, fields },
      };
    },
    async shown(session, { templateKey = null }, exchange) {
      await expectListed(session, "listEnterpriseMetadataTemplates", {}, exchange);
      const [own, ...others] = callersOf(session.target);
      const operation = "createMetadataTemplate";
      const foreign = others.find(
        (one) => one.facts.tenant !== own.facts.tenant && hasRole(session.contract.operation(operation), one),
      );
      const body = { scope: "enterprise", displayName: String(templateKey), templateKey };
      const other = await foreign?.call(session, operation, { body });
      if (other === undefined) return;
      expectStatus(session, other, "2xx", "a template with the key of one of another enterprise");
      if (isSuccess(other.response.status)) reportCreated(session, operation, other);
    },
  },
  {
    operation: "assignLegalHoldPolicy",
    once: true,
    maybeThere: true,
    title: "creates an assignment that listLegalHoldPolicyAssignments shows",
    prepare: (session) => {
      const assign_to = { type: "file", id: workspaceOf(session).fileId };
      const policy_id = parameterOf(session, "assignLegalHoldPolicy", "policy_id", "the id of a legal hold policy");
      return {
        input: { body: { policy_id, assign_to } },
        shows: { legal_hold_policy: { id: policy_id }, assigned_to: assign_to },
      };
    },
    listed: ({ policy_id = null }) => ({
      operation: "listLegalHoldPolicyAssignments",
      query: { policy_id, fields: ["legal_hold_policy", "assigned_to"] },
    }),
    async shown(session, { policy_id = null }, exchange) {
      const id = textIn(exchange, "id") ?? "";
      await expectListed(session, "listLegalHoldPolicyAssignments", { policy_id }, exchange);
      const held = await session.call("listFilesOnHold", {
        path: { legal_hold_policy_assignment_id: id },
        query: { fields: attributes(session) },
      });
      if (isSuccess(held.response.status)) await expectListedWhole(session, held);
    },
  },
  {
    operation: "createTermsOfService",
    title: "creates terms of service with what was sent",
    // Users do not have to accept disabled terms.
    prepare: (_, name) => ({
      input: { body: { status: "disabled", text: `Created by ${name}`, tos_type: "external" } },
    }),
  },
  {
    operation: "addEmailAlias",
    once: true,
    title: "adds an alias that is not confirmed yet",
    prepare: (session, name) => {
      const email = withTag(
        parameterOf(session, "addEmailAlias", "email", "an address that can become an alias"),
        name,
      );
      const user_id = parameterOf(session, "addEmailAlias", "user_id", "the id of a user");
      return { input: { path: { user_id }, body: { email } }, shows: { email, is_confirmed: false } };
    },
    async shown(session) {
      const path = { user_id: parameterOf(session, "addEmailAlias", "user_id", "the id of a user") };
      // Addresses of users, also of other tenants.
      for (const caller of callersOf(session.target)) {
        const email = textIn(await caller.call(session, CURRENT, {}), "login");
        if (email === undefined) continue;
        const again = await session.call("addEmailAlias", { path, body: { email } });
        if (!(await expectConflict(session, again, `the address of ${caller.name}`))) return;
      }
    },
  },
];

function creationCheck(creation: Creation): Check {
  const { operation, id = "creates", title, maybeNull = [] } = creation;
  return {
    id: `${operation}/${id}`,
    operation,
    title: `${operation} ${title}`,
    effects: "lasting",
    async run(session) {
      const { input, shows = input.body } = await prepared(session, creation);
      const exchange = await session.call(operation, input);
      if (creation.once === true && creation.maybeThere !== true && exchange.response.status === 409) {
        expectStatus(session, exchange, "2xx", "a record whose first creation was rejected as invalid");
        return;
      }
      if (creation.maybeThere === true && exchange.response.status === 409)
        return skipIfThere(session, creation, { input, shows }, exchange);
      if (!expectSuccess(session, exchange)) return;
      reportCreated(session, operation, exchange);
      expectShown(session, exchange, withoutNulls(exchange, maybeNull, shows));
      await creation.shown?.(session, input.body, exchange);
      if (creation.once !== true) return;
      const again = await session.call(operation, input);
      if (isSuccess(again.response.status)) reportCreated(session, operation, again);
      await expectConflict(session, again, "a duplicate");
    },
  };
}

/** The request, after an invalid one for the same record, which must not create it. */
async function prepared(session: Session, { operation, prepare, once, maybeThere }: Creation): Promise<Prepared> {
  const first = prepare(session, session.uniqueName());
  if (once !== true || maybeThere === true) return first;
  const body = { ...first.input.body, no_such_property: "text" };
  const { contract, target } = session;
  const request = inputRequest(contract.operation(operation), { ...first.input, body }, target);
  const exchange = await session.sendWrong(operation, request);
  if (!isSuccess(exchange.response.status)) return first;
  reportCreated(session, operation, exchange);
  return prepare(session, session.uniqueName());
}

/** A record that a list shows may be rejected as a duplicate. */
async function skipIfThere(
  session: Session,
  { listed }: Creation,
  { input, shows }: Required<Prepared>,
  exchange: Exchange,
): Promise<void> {
  if (listed !== undefined) {
    const { operation, query } = listed(input.body);
    let isListed = false;
    for await (const { exchange: page, entries } of pagesOf(session, operation, query))
      isListed ||= !isSuccess(page.response.status) || entries.some((one) => matches(one, shows));
    if (!isListed) return void expectStatus(session, exchange, "2xx", "a record that no list shows");
  }
  session.skip("The record exists already");
}

export function reportCreated(session: Session, operation: string, exchange: Exchange): void {
  session.leaveBehind(
    `${operation} created ${textIn(exchange, "type") ?? "a record"} ${textIn(exchange, "id") ?? ""}.`,
  );
}

/** The expected values without those that the service may return as null, and does. */
function withoutNulls(exchange: Exchange, names: readonly string[], values: JsonObject): JsonObject {
  const kept = Object.entries(values).filter(([name]) => !names.includes(name) || valueIn(exchange, name) !== null);
  return Object.fromEntries(kept);
}

function assignmentsIn(exchange: Exchange): string[] {
  const entries = valueAt(jsonOf(exchange) ?? null, "/task_assignment_collection/entries");
  const listed = Array.isArray(entries) ? entries : [];
  return listed.flatMap((one) => (isJsonObject(one) && typeof one["id"] === "string" ? [one["id"]] : []));
}

/** A request, and what its response must show. */
interface Prepared {
  readonly input: Omit<CallInput, "body"> & { readonly body: JsonObject };
  readonly shows?: JsonObject;
}

/** A record to create that no operation of the contract deletes. */
export interface Creation {
  readonly operation: string;
  /** The end of the check id. @default "creates" */
  readonly id?: string;
  readonly title: string;
  /** The request, and the expected values in the response. @default the request body */
  readonly prepare: (session: Session, name: string) => Prepared;
  /** The service rejects a duplicate with 409. */
  readonly once?: boolean;
  /** It may exist from an earlier run, since it has no unique name. */
  readonly maybeThere?: boolean;
  /** The list that has it then. */
  readonly listed?: (body: JsonObject) => { readonly operation: string; readonly query: JsonObject };
  /** The properties that are null until an invitation is accepted. */
  readonly maybeNull?: readonly string[];
  /** Reads it with another operation. */
  readonly shown?: (session: Session, body: JsonObject, exchange: Exchange) => Promise<void>;
}

const PENDING = ["item", "accessible_by"];

/** Invitations to the workspace's file: a new address, with and without `fields`, and an existing user. */
export const invitations: readonly Creation[] = [
  {
    operation: "createCollaboration",
    id: "invites-an-address",
    maybeNull: PENDING,
    title: "invites an address with the role that was sent",
    once: true,
    prepare: (session, name) => invitation(session, addressOf(session, name)),
  },
  {
    operation: "createCollaboration",
    id: "invites-with-fields",
    maybeNull: PENDING,
    title: "returns the requested fields",
    prepare: (session, name) =>
      invitation(session, addressOf(session, name), { fields: ["role", "item", "accessible_by"] }),
  },
  {
    operation: "createCollaboration",
    id: "invites-a-user",
    maybeNull: PENDING,
    title: "invites a user with the role that was sent",
    once: true,
    maybeThere: true,
    prepare: (session) => {
      const who = { id: parameterOf(session, OPERATION, "collaborator_id", "the id of a user to invite") };
      return invitation(session, who, {}, "editor");
    },
    shown: (session, _, exchange) => expectInvited(session, exchange),
  },
];

const OPERATION = "createCollaboration";

function addressOf(session: Session, name: string): JsonObject {
  return { login: withTag(parameterOf(session, OPERATION, "login", "an address to invite"), name) };
}

/** Expects the invited editor to have the name of the user, and to change the file. */
async function expectInvited(session: Session, exchange: Exchange): Promise<void> {
  const editor = asUser(parameterOf(session, OPERATION, "collaborator_id", "the id of a user to invite"));
  const user = await editor.call(session, CURRENT, {});
  if (!isSuccess(user.response.status) || textIn(exchange, "status") !== "accepted") return;
  const [name, login] = [textIn(user, "name"), textIn(user, "login")];
  const who = { ...(name === undefined ? {} : { name }), ...(login === undefined ? {} : { login }) };
  expectShown(session, exchange, { accessible_by: who }, "the invited user");
  const path = { file_id: workspaceOf(session).fileId };
  const changed = await editor.call(session, "updateFile", { path, body: {} });
  expectStatus(session, changed, "2xx", "a change by the invited editor", { operation: OPERATION });
  if (login === undefined) return;
  const again = await session.call(OPERATION, invitation(session, { login }, {}, "editor").input);
  await expectConflict(session, again, "an invitation by address of a user who is invited by id");
}

/** Files and web links share the names of a folder. */
async function rejectsNameOfFile(session: Session): Promise<void> {
  const file = await readFile(session);
  if (file?.parentId === undefined) return;
  const body = { url: "https://contract-check.example/", name: file.name, parent: { id: file.parentId } };
  const exchange = await session.call("createWebLink", { body });
  if (isSuccess(exchange.response.status)) reportCreated(session, "createWebLink", exchange);
  if (exchange.response.status !== 403) await expectConflict(session, exchange, "the name of a file in the folder");
}

function invitation(session: Session, who: JsonObject, query: JsonObject = {}, role = "viewer") {
  const item = { type: "file", id: workspaceOf(session).fileId };
  const shows = { item, accessible_by: { type: "user", ...who }, role };
  return { input: { query: { ...query, notify: false }, body: { ...shows, can_view_path: false } }, shows };
}
