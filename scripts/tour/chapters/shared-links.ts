import { sharedLink } from "content-service-client";
import type { Chapter } from "../stage.js";

export const sharedLinks: Chapter = {
  title: "Shared links",
  story: "The link and its password give access to the item; a wrong password is a 404.",
  file: import.meta.url,
  async play({ as, shows, showsError }) {
    const owner = as("owner");
    const member = as("member");
    const { shared_link } = await shows(
      () =>
        owner.updateFile({
          path: { file_id: "4007" },
          query: { fields: ["shared_link"] },
          body: { shared_link: { access: "open", password: "correct-horse" } },
        }),
      (file) => `${file.shared_link?.url} has a password`,
    );
    const url = shared_link?.url ?? "";
    await showsError(
      () => member.findSharedItem({ header: sharedLink({ url, password: "wrong-horse" }) }),
      404,
      "not_found",
    );
    const found = await shows(
      () => member.findSharedItem({ header: sharedLink({ url, password: "correct-horse" }) }),
      (item) => `${item?.type} ${item?.id}, ${item?.name}`,
    );
    const etag = found?.etag ?? "";
    await shows(
      () =>
        member.findSharedItem({
          header: { ...sharedLink({ url, password: "correct-horse" }), "If-None-Match": etag },
        }),
      (item, [call]) => `${call?.status}, unchanged: the response is ${item ?? "empty"}`,
    );
    await shows(
      () =>
        owner.createWebLink({
          body: { url: "https://register.example.com/parcels/13", parent: { id: "3001" } },
        }),
      ({ type, id, name, parent }) => `${type} ${id} in ${parent?.name}, to a place outside, named ${name}`,
    );
  },
};
