import { paginate } from "content-service-client";
import type { Chapter } from "../stage.js";

export const collaborations: Chapter = {
  title: "Collaborations",
  story: "A member gets a 404 for an item without access. An invitation grants access.",
  file: import.meta.url,
  async play({ as, shows, showsPages, showsError }) {
    const admin = as("admin");
    const owner = as("owner");
    const member = as("member");
    await showsError(
      () => member.getFileMetadata({ path: { file_id: "4001", scope: "enterprise", template_key: "contract" } }),
      404,
      "not_found",
    );
    await shows(
      () =>
        owner.createCollaboration({
          body: {
            item: { type: "folder", id: "3002" },
            accessible_by: { type: "user", login: "member@example.com" },
            role: "viewer",
          },
        }),
      ({ role, status, item, accessible_by }) =>
        `${status}: ${accessible_by?.name} is a ${role} of folder ${item?.name}`,
    );
    await shows(
      () => member.getFileMetadata({ path: { file_id: "4001", scope: "enterprise", template_key: "contract" } }),
      ({ status, amount }) => `now there is a contract: status ${status}, amount ${amount}`,
    );
    await showsPages(
      () => paginate(admin.listCollaborationAllowlistEntries, { query: { limit: 50 } }),
      (pages) => {
        const domains = new Set(pages.flatMap(({ entries }) => entries.map(({ domain }) => domain)));
        return `${domains.size} domains from which people may be invited, in ${pages.length} pages`;
      },
    );
    await showsError(
      () =>
        owner.createCollaboration({
          body: {
            item: { type: "folder", id: "3002" },
            accessible_by: { type: "user", login: "somebody@elsewhere.example" },
            role: "viewer",
          },
        }),
      403,
      "forbidden_by_policy",
    );
  },
};
