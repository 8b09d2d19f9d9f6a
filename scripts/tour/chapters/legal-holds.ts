import { paginate } from "content-service-client";
import type { Chapter } from "../stage.js";

export const legalHolds: Chapter = {
  title: "Legal holds and retention",
  story: "A legal hold on a folder keeps all files in it, with their old versions.",
  file: import.meta.url,
  async play({ as, shows, showsPages, showsError }) {
    const admin = as("admin");
    const { id } = await shows(
      () => admin.assignLegalHoldPolicy({ body: { policy_id: "8001", assign_to: { type: "folder", id: "3001" } } }),
      ({ assigned_to, legal_hold_policy }) =>
        `${legal_hold_policy.policy_name} holds ${assigned_to.type} ${assigned_to.id}`,
    );
    await showsError(
      () => admin.assignLegalHoldPolicy({ body: { policy_id: "8001", assign_to: { type: "folder", id: "3001" } } }),
      409,
      "conflict",
    );
    await shows(
      () => admin.listLegalHoldPolicyAssignments({ query: { policy_id: "8001", fields: ["assigned_to"] } }),
      ({ entries }) => entries.map(({ assigned_to: { type, id } }) => `${type} ${id}`).join(", "),
    );
    await shows(
      () => admin.listFilesOnHold({ path: { legal_hold_policy_assignment_id: id } }),
      ({ entries }) => `the files: ${entries.map(({ name }) => name).join(", ")}`,
    );
    await shows(
      () => admin.listFileVersionsOnHold({ path: { legal_hold_policy_assignment_id: id } }),
      ({ entries }) => `old versions: ${entries.map(({ id, name }) => `version ${id} of ${name}`).join(", ")}`,
    );
    await showsPages(
      () => paginate(admin.listFileVersionLegalHolds, { query: { policy_id: "8001", limit: 100 } }),
      (pages) => {
        const ids = new Set(pages.flatMap(({ entries }) => entries.map(({ file_version }) => file_version?.id)));
        return `${ids.size} versions under the policy, in ${pages.length} pages`;
      },
    );
    await showsPages(
      () => paginate(admin.listFileVersionRetentions, { query: { policy_id: "8502", limit: 100 } }),
      (pages) => {
        const kept = pages.flatMap(({ entries }) => entries);
        const policies = new Set(kept.map(({ winning_retention_policy: policy }) => policy?.policy_name));
        return `${kept.length} versions in ${pages.length} pages: ${[...policies].join()}`;
      },
    );
  },
};
