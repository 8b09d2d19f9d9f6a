import type { Handlers, SignedInCall } from "../http/call.js";
import { presentUser } from "../serialize/user.js";
import { isAdmin } from "../store/access.js";
import type { UserRecord } from "../store/records.js";
import { removeUser } from "../store/remove-user.js";
import type { World } from "../store/world.js";

/** Handlers of the tag Users. */
export const users: Handlers<"getCurrentUser" | "deleteUser" | "addEmailAlias"> = {
  getCurrentUser: ({ viewer, query }) => presentUser(viewer, query?.fields),

  deleteUser(call) {
    const { world, query } = call;
    const user = userOf(call);
    const owns = [...world.items.values()].some(({ owner_id }) => owner_id === user.id);
    if (owns && query?.force !== true) throw call.refuse("user_owns_content");
    removeUser(world, user.id);
    return undefined;
  },

  addEmailAlias(call) {
    const { world, body } = call;
    const user = userOf(call);
    if (isAddressTaken(world, body.email)) throw call.refuse("conflict");
    const alias = { id: world.nextId(), user_id: user.id, email: body.email, is_confirmed: false };
    world.emailAliases.put(alias);
    return { type: "email_alias", id: alias.id, is_confirmed: false, email: alias.email };
  },
};

/** The user that the path names. Only admins and co-admins of the enterprise reach this far. */
function userOf(call: SignedInCall<{ parameters: { path: { user_id: string } } }>): UserRecord {
  if (!isAdmin(call)) throw call.refuse("forbidden");
  const user = call.world.users.get(call.path.user_id);
  if (user?.enterprise_id !== call.viewer.enterprise_id) throw call.refuse("not_found");
  return user;
}

function isAddressTaken({ usersByLogin, emailAliases }: World, email: string): boolean {
  const address = email.toLowerCase();
  const taken = [...emailAliases.values()].some((alias) => alias.email.toLowerCase() === address);
  return taken || usersByLogin.keys(address).size > 0;
}
