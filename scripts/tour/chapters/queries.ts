import { metadataQuery, paginate } from "content-service-client";
import type { Chapter } from "../stage.js";

export const queries: Chapter = {
  title: "Metadata queries",
  story: "A query with parameters, sorted and paginated.",
  file: import.meta.url,
  async play({ as, showsPages }) {
    const owner = as("owner");
    await showsPages(
      () =>
        paginate(owner.queryMetadata, {
          body: {
            from: "enterprise_7001.contract",
            ancestor_folder_id: "3007",
            ...metadataQuery`amount >= ${200} AND status IN ${["open", "signed"]}`,
            order_by: [{ field_key: "amount", direction: "DESC" }],
            limit: 40,
          },
        }),
      (pages) => {
        const names = pages.flatMap(({ entries }) => entries.map(({ name }) => name));
        return `${names.length} files in ${pages.length} pages, from ${names[0]} to ${names.at(-1)}`;
      },
    );
  },
};
