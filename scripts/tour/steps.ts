import { readFileSync } from "node:fs";
import { type Client, metadataQuery, sharedLink } from "content-service-client";

type OperationId = keyof Omit<Client, "http" | "asUser">;

/** One call of the tour: the operation, and a run that gives a line about its result. */
export interface Step {
  readonly operation: OperationId;
  readonly run: (client: Client) => Promise<string>;
  /** Which of the contract's examples the mock answers with; its first one when left out. */
  readonly example: string | undefined;
}

const file = { file_id: "4001" };
const instance = { ...file, scope: "enterprise", template_key: "contract" };
const held = { legal_hold_policy_assignment_id: "8101" };
const nextWeek = "2026-03-11T08:00:00+00:00";

/** Every operation of the contract once, in the order in which a newcomer might want them. */
export const steps: readonly Step[] = [
  step("refreshAccessToken", async (client) => {
    const token = await client.refreshAccessToken({
      body: { grant_type: "refresh_token", client_id: "tour", client_secret: "secret", refresh_token: "first" },
    });
    return `a ${token.token_type} token for ${token.expires_in} s, and the next refresh token`;
  }),
  step(
    "getCurrentUser",
    async (client) => {
      const me = await client.getCurrentUser({ query: { fields: ["login"] } });
      return `${me.type} ${me.id}, ${me.name}, ${me.login}`;
    },
    "fields",
  ),
  step("addEmailAlias", async (client) => {
    const alias = await client.addEmailAlias({ path: { user_id: "1003" }, body: { email: "contracts@example.com" } });
    return `${alias.email}, ${alias.is_confirmed ? "confirmed" : "not confirmed yet"}`;
  }),
  step("deleteUser", async (client) => {
    await client.deleteUser({ path: { user_id: "1004" }, query: { force: true } });
    return "gone; the answer is empty";
  }),
  step(
    "updateFile",
    async (client) => {
      const locked = await client.updateFile({
        path: file,
        query: { fields: ["etag", "lock"] },
        header: { "If-Match": "3" },
        body: { lock: { access: "lock", expires_at: nextWeek } },
      });
      return `${locked.type} ${locked.id} has etag ${locked.etag} and is ${locked.lock ? "locked" : "not locked"}`;
    },
    "locked",
  ),
  step("restoreFolder", async (client) => {
    const folder = await client.restoreFolder({ path: { folder_id: "3003" }, body: { name: "Archive" } });
    return `folder ${folder.id}, ${folder.name}, is ${folder.item_status} again`;
  }),
  step("findSharedItem", async (client) => {
    const item = await client.findSharedItem({
      header: sharedLink({ url: "https://content.example/s/office-lease", password: "correct-horse" }),
    });
    return item ? `${item.type} ${item.id}, ${item.name}` : "unchanged";
  }),
  step("createWebLink", async (client) => {
    const link = await client.createWebLink({
      body: { url: "https://register.example.com/parcels/12", parent: { id: "3001" } },
    });
    return `${link.type} ${link.id} to ${link.url}`;
  }),
  step("createCollaboration", async (client) => {
    const collaboration = await client.createCollaboration({
      body: {
        item: { type: "folder", id: "3002" },
        accessible_by: { type: "user", login: "reviewer@example.com" },
        role: "viewer",
      },
    });
    return `collaboration ${collaboration.id} is ${collaboration.status}`;
  }),
  step("listCollaborationAllowlistEntries", async (client) => {
    const { entries } = await client.listCollaborationAllowlistEntries();
    return entries.map(({ domain, direction }) => `${domain} ${direction}`).join(", ");
  }),
  step("createMetadataTemplate", async (client) => {
    const template = await client.createMetadataTemplate({
      body: {
        scope: "enterprise",
        displayName: "Contract",
        fields: [
          { type: "float", key: "amount", displayName: "Amount" },
          { type: "enum", key: "status", displayName: "Status", options: [{ key: "open" }, { key: "signed" }] },
        ],
      },
    });
    return `${template.scope}.${template.templateKey}`;
  }),
  step("listEnterpriseMetadataTemplates", async (client) => {
    const { entries } = await client.listEnterpriseMetadataTemplates({ query: { limit: 10 } });
    return entries.map(({ templateKey }) => templateKey).join(", ");
  }),
  step("createFileMetadata", async (client) => {
    const values = await client.createFileMetadata({ path: instance, body: { amount: 1200.5, status: "open" } });
    return `${values.$template} on ${values.$parent}, version ${values.$version}`;
  }),
  step("getFileMetadata", async (client) => {
    const values = await client.getFileMetadata({ path: instance });
    return `status ${values["status"]}, amount ${values["amount"]}`;
  }),
  step("deleteFileMetadata", async (client) => {
    await client.deleteFileMetadata({ path: instance });
    return "gone; the answer is empty";
  }),
  step("queryMetadata", async (client) => {
    const { entries } = await client.queryMetadata({
      body: {
        from: "enterprise_7001.contract",
        ancestor_folder_id: "0",
        ...metadataQuery`amount >= ${100} AND status = ${"open"}`,
      },
    });
    return entries.map(({ type, id, name }) => `${type} ${id}, ${name}`).join("; ");
  }),
  step("createTask", async (client) => {
    const task = await client.createTask({
      body: { item: { type: "file", id: "4001" }, action: "review", due_at: "2026-04-15T16:00:00+02:00" },
    });
    return `task ${task.id}: ${task.action} by ${task.due_at}`;
  }),
  step("getTaskAssignment", async (client) => {
    const assignment = await client.getTaskAssignment({ path: { task_assignment_id: "9201" } });
    return `${assignment.assigned_to.login} has ${assignment.item?.name} to look at: ${assignment.resolution_state}`;
  }),
  step("assignLegalHoldPolicy", async (client) => {
    const { id, legal_hold_policy } = await client.assignLegalHoldPolicy({
      body: { policy_id: "8001", assign_to: { type: "folder", id: "3002" } },
    });
    return `assignment ${id} of ${legal_hold_policy.policy_name}`;
  }),
  step("listLegalHoldPolicyAssignments", async (client) => {
    const { entries } = await client.listLegalHoldPolicyAssignments({ query: { policy_id: "8001" } });
    return `${entries.length} assignments, the first to ${entries[0]?.assigned_to.type} ${entries[0]?.assigned_to.id}`;
  }),
  step("listFilesOnHold", async (client) => {
    const { entries } = await client.listFilesOnHold({ path: held });
    return entries.map(({ id, name }) => `file ${id}, ${name}`).join("; ");
  }),
  step("listFileVersionsOnHold", async (client) => {
    const { entries } = await client.listFileVersionsOnHold({ path: held });
    return entries.map(({ id, name }) => `version ${id} of ${name}`).join("; ");
  }),
  step("listFileVersionLegalHolds", async (client) => {
    const { entries } = await client.listFileVersionLegalHolds({ query: { policy_id: "8001" } });
    return entries.map(({ file_version }) => `version ${file_version.id}`).join("; ");
  }),
  step("listFileVersionRetentions", async (client) => {
    const { entries } = await client.listFileVersionRetentions({ query: { disposition_action: "remove_retention" } });
    return entries.map(({ file, disposition_at }) => `${file?.name} until ${disposition_at}`).join("; ");
  }),
  step("createTermsOfService", async (client) => {
    const terms = await client.createTermsOfService({
      body: { status: "enabled", text: "Keep contracts confidential." },
    });
    return `terms ${terms.id} are ${terms.status}`;
  }),
];

const source = readFileSync(new URL(import.meta.url), "utf8");

/** The call of a step as it stands in this file, on one line. */
export function callText({ operation }: Step): string {
  const start = source.indexOf(`client.${operation}(`);
  let depth = 0;
  for (let at = source.indexOf("(", start); at < source.length; at += 1) {
    depth += source[at] === "(" ? 1 : source[at] === ")" ? -1 : 0;
    if (depth === 0)
      return source
        .slice(start, at + 1)
        .replace(/,\s+(?=[)}\]])/g, " ")
        .replace(/\s+/g, " ")
        .replace("} )", "})");
  }
  return `client.${operation}(…)`;
}

function step(operation: OperationId, run: (client: Client) => Promise<string>, example?: string): Step {
  return { operation, run, example };
}
