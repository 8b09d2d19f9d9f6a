import type { Chapter } from "../stage.js";

export const metadata: Chapter = {
  title: "Metadata",
  story: "The admin creates a template; the owner of a file creates an instance of it.",
  file: import.meta.url,
  async play({ as, shows, showsError }) {
    const admin = as("admin");
    const owner = as("owner");
    await shows(
      () =>
        admin.createMetadataTemplate({
          body: {
            scope: "enterprise",
            displayName: "Site visit",
            fields: [
              { type: "float", key: "rooms", displayName: "Rooms" },
              { type: "enum", key: "state", displayName: "State", options: [{ key: "good" }, { key: "poor" }] },
            ],
          },
        }),
      ({ scope, templateKey }) => `${scope}.${templateKey}; the key comes from the name`,
    );
    await shows(
      () => owner.listEnterpriseMetadataTemplates({ query: { limit: 10 } }),
      ({ entries }) => entries.map(({ templateKey }) => templateKey).join(", "),
    );
    await shows(
      () =>
        owner.createFileMetadata({
          path: { file_id: "4001", scope: "enterprise", template_key: "siteVisit" },
          body: { rooms: 4, state: "good" },
        }),
      ({ $template, $parent, $version }) => `${$template} on ${$parent}, version ${$version}`,
    );
    await showsError(
      () =>
        owner.createFileMetadata({
          path: { file_id: "4001", scope: "enterprise", template_key: "siteVisit" },
          body: { rooms: 9, state: "poor" },
        }),
      409,
      "tuple_already_exists",
    );
    await shows(
      () => owner.getFileMetadata({ path: { file_id: "4001", scope: "enterprise", template_key: "siteVisit" } }),
      ({ rooms, state }) => `still ${rooms} rooms in a ${state} state`,
    );
    await shows(
      () => owner.deleteFileMetadata({ path: { file_id: "4001", scope: "enterprise", template_key: "siteVisit" } }),
      () => "deleted; the response is empty",
    );
    await showsError(
      () => owner.getFileMetadata({ path: { file_id: "4001", scope: "enterprise", template_key: "siteVisit" } }),
      404,
      "instance_not_found",
    );
  },
};
