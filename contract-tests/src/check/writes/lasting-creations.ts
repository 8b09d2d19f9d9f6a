import { isJsonObject } from "../../contract/json.js";
import { valueAt } from "../../contract/json-pointer.js";
import type { Exchange } from "../../exchange/exchange.js";
import { type Check, jsonOf, type Session } from "../check.js";
import type { Creation } from "./creation.js";
import { expectStatus, expectSuccess, expectValues, isSuccess, textIn } from "./expect-answer.js";
import { expectListed } from "./expect-listed.js";
import { invitations } from "./invitations.js";
import { parameterOf } from "./parameter-of.js";
import { skipUnlessAdmin } from "./skip-unless-admin.js";
import { tomorrow } from "./tomorrow.js";
import { withTag } from "./with-tag.js";
import { workspaceOf } from "./workspace-file.js";

/** The checks that create something for good: only at the level `lasting`. */
export function creationChecks(): Check[] {
  return [...creations, ...invitations].map(creationCheck);
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
        due_at: tomorrow(),
      };
      return { input: { body: { item: { id: fileId, type: "file" }, ...own } } };
    },
    async shown(session, _, answer) {
      for (const id of assignmentsIn(answer)) {
        const read = await session.call("getTaskAssignment", { path: { task_assignment_id: id } });
        expectSuccess(session, "getTaskAssignment", read);
      }
    },
  },
  {
    operation: "createMetadataTemplate",
    once: true,
    title: "creates a template that listEnterpriseMetadataTemplates shows",
    forAdmins: true,
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
    shown: (session, { templateKey = null }, answer) =>
      expectListed(session, "listEnterpriseMetadataTemplates", {}, { id: textIn(answer, "id") ?? "", templateKey }),
  },
  {
    operation: "assignLegalHoldPolicy",
    once: true,
    maybeThere: true,
    title: "creates an assignment that listLegalHoldPolicyAssignments shows",
    forAdmins: true,
    prepare: (session) => {
      const assign_to = { type: "file", id: workspaceOf(session).fileId };
      const policy_id = parameterOf(session, "assignLegalHoldPolicy", "policy_id", "the id of a legal hold policy");
      return {
        input: { body: { policy_id, assign_to } },
        shows: { legal_hold_policy: { id: policy_id }, assigned_to: assign_to },
      };
    },
    shown: (session, { policy_id = null }, answer) =>
      expectListed(session, "listLegalHoldPolicyAssignments", { policy_id }, { id: textIn(answer, "id") ?? "" }),
  },
  {
    operation: "createTermsOfService",
    title: "creates terms of service with what was sent",
    forAdmins: true,
    // Disabled terms ask nobody for anything.
    prepare: (_, name) => ({
      input: { body: { status: "disabled", text: `Created by ${name}`, tos_type: "external" } },
    }),
  },
  {
    operation: "addEmailAlias",
    once: true,
    title: "adds an alias that is not confirmed yet",
    forAdmins: true,
    prepare: (session, name) => {
      const email = withTag(
        parameterOf(session, "addEmailAlias", "email", "an address that can become an alias"),
        name,
      );
      const user_id = parameterOf(session, "addEmailAlias", "user_id", "the id of a user");
      return { input: { path: { user_id }, body: { email } }, shows: { email, is_confirmed: false } };
    },
  },
];

function creationCheck(creation: Creation): Check {
  const { operation, id = "creates", title, prepare } = creation;
  return {
    id: `${operation}/${id}`,
    operation,
    title: `${operation} ${title}`,
    effects: "lasting",
    async run(session) {
      const { input, shows = input.body } = prepare(session, session.uniqueName());
      const answer = await session.call(operation, input);
      await skipIfImpossible(session, creation, answer);
      if (!expectSuccess(session, operation, answer)) return;
      tellOf(session, operation, answer);
      const said = { operation, rule: "state-kept", otherwise: "The answer does not hold what was sent" } as const;
      expectValues(session, answer, shows, said);
      await creation.shown?.(session, input.body, answer);
      if (creation.once !== true) return;
      const again = await session.call(operation, input);
      if (isSuccess(again.response.status)) tellOf(session, operation, again);
      expectStatus(session, again, 409, { operation, rule: "state-kept", otherwise: "What is there must be refused" });
    },
  };
}

async function skipIfImpossible(
  session: Session,
  { forAdmins, maybeThere }: Creation,
  answer: Exchange,
): Promise<void> {
  const { status } = answer.response;
  if (maybeThere === true && status === 409) session.skip("It is there already");
  if (forAdmins === true && status === 403) await skipUnlessAdmin(session);
}

function tellOf(session: Session, operation: string, answer: Exchange): void {
  session.leaveBehind(`${operation} made ${textIn(answer, "type") ?? "something"} ${textIn(answer, "id") ?? ""}.`);
}

function assignmentsIn(answer: Exchange): string[] {
  const entries = valueAt(jsonOf(answer) ?? null, "/task_assignment_collection/entries");
  const listed = Array.isArray(entries) ? entries : [];
  return listed.flatMap((one) => (isJsonObject(one) && typeof one["id"] === "string" ? [one["id"]] : []));
}
