import { type Client, sharedLink } from "content-service-client";
import { type CallInput, loadContract } from "content-service-contract";
import { workingCall } from "content-service-sandbox";

/** Calls every operation successfully on the default seed, for an admin. `called` has the operations called so far. */
export async function callEverything(client: Client, called: ReadonlySet<string | undefined>): Promise<void> {
  const { templateKey } = await client.createMetadataTemplate({
    body: { scope: "enterprise", displayName: "Lease", fields: [{ type: "date", key: "end", displayName: "End" }] },
  });
  const instance = { file_id: "4001", scope: "enterprise", template_key: templateKey };
  await client.createFileMetadata({ path: instance, body: { end: "2027-01-01T00:00:00+01:00" } });
  await client.getFileMetadata({ path: instance });
  const body = {
    from: `enterprise_7001.${templateKey}`,
    ancestor_folder_id: "0",
    fields: [`metadata.enterprise_7001.${templateKey}`],
  };
  await client.queryMetadata({ body });
  await client.deleteFileMetadata({ path: instance });
  await client.listEnterpriseMetadataTemplates();
  const lock = { access: "lock", expires_at: "2027-01-01T00:00:00-05:00" } as const;
  await client.updateFile({ path: { file_id: "4001" }, body: { lock, tags: ["lease"] } });
  const fields = ["lock", "shared_link", "metadata", "path_collection"] as const;
  await client.updateFile({ path: { file_id: "4001" }, query: { fields }, body: {} });
  await client.createWebLink({ body: { url: "https://example.com/", parent: { id: "3001" } } });
  const item = { type: "folder", id: "3001" } as const;
  const expires_at = "2027-01-01T00:00:00Z";
  await client.createCollaboration({
    body: { item, accessible_by: { type: "group", id: "2001" }, role: "editor", expires_at },
  });
  await client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/leases" }) });
  await client.restoreFolder({ path: { folder_id: "3003" } });
  await client.createTask({ body: { item: { type: "file", id: "4001" }, due_at: "2027-01-01T00:00:00+09:30" } });
  await client.getTaskAssignment({ path: { task_assignment_id: "9201" } });
  await client.createTermsOfService({ body: { status: "enabled", text: "Be kind." } });
  await client.assignLegalHoldPolicy({ body: { policy_id: "8001", assign_to: { type: "file", id: "4001" } } });
  await client.listLegalHoldPolicyAssignments({ query: { policy_id: "8001" } });
  const hold = { legal_hold_policy_assignment_id: "8101" };
  await client.listFilesOnHold({ path: hold });
  await client.listFileVersionsOnHold({ path: hold });
  await client.listFileVersionLegalHolds({ query: { policy_id: "8001" } });
  await client.addEmailAlias({ path: { user_id: "1005" }, body: { email: "new.member@example.com" } });
  await client.listCollaborationAllowlistEntries();
  await client.listFileVersionRetentions({ query: { usemarker: true } });
  await client.getCurrentUser();
  const form = { client_id: "sandbox-client", client_secret: "sandbox-secret", refresh_token: "refresh-owner" };
  await client.refreshAccessToken({ body: { ...form, grant_type: "refresh_token" } });
  await client.deleteUser({ path: { user_id: "1005" } });
  const contract = loadContract();
  for (const { id } of contract.operations) if (!called.has(id)) await callById(client, id, workingCall(contract, id));
}

/** Calls an operation by its id. */
export async function callById(client: Client, id: string, input: CallInput): Promise<unknown> {
  // The operations of the contract are the methods of the client.
  const methods = client as unknown as Record<string, (input: CallInput) => Promise<unknown>>;
  return methods[id]?.(input);
}
