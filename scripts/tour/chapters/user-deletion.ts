import assert from "node:assert/strict";
import type { Chapter } from "../stage.js";

export const userDeletion: Chapter = {
  title: "Somebody leaves",
  story: "The reviewer still owns files. Deleting a user who does takes force, and takes the files along.",
  file: import.meta.url,
  async play({ as, shows, showsRefusal }) {
    const admin = as("admin");
    const reviewer = as("reviewer");
    await showsRefusal(() => admin.deleteUser({ path: { user_id: "1004" } }), 403, "user_owns_content");
    await shows(
      () => reviewer.getCurrentUser(),
      ({ id, name }) => {
        assert.equal(id, "1004");
        return `${name} is still there`;
      },
    );
    await shows(
      () => admin.deleteUser({ path: { user_id: "1004" }, query: { force: true } }),
      () => "gone; the answer is empty",
    );
    await showsRefusal(() => reviewer.getCurrentUser(), 401, "unauthorized");
  },
};
