import type { Chapter } from "../stage.js";

export const userDeletion: Chapter = {
  title: "User deletion",
  story: "The reviewer owns files, so deleting the user needs `force`, which deletes the files too.",
  file: import.meta.url,
  async play({ as, shows, showsError }) {
    const admin = as("admin");
    const reviewer = as("reviewer");
    await showsError(() => admin.deleteUser({ path: { user_id: "1004" } }), 403, "user_owns_content");
    await shows(
      () => reviewer.getCurrentUser(),
      ({ name }) => `${name} still exists`,
    );
    await shows(
      () => admin.deleteUser({ path: { user_id: "1004" }, query: { force: true } }),
      () => "deleted; the response is empty",
    );
    await showsError(() => reviewer.getCurrentUser(), 401, "unauthorized");
  },
};
