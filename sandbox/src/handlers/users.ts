import type { operations } from "../../../generated/types.js";
import { removeRecord } from "../seed/remove-record.js";
import { serializeUser } from "../serialize/user.js";
import { isAddressTaken, isAdmin } from "../store/access.js";
import type { ItemRecord, UserRecord } from "../store/records.js";
import { checkAddress, type Handlers, type SignedInContext } from "./context.js";
import { isAnyOnHold } from "./legal-holds.js";
import { runLocked } from "./run-locked.js";

export const users: Handlers<"getCurrentUser" | "deleteUser" | "addEmailAlias"> = {
  getCurrentUser: ({ viewer, query }) => serializeUser(viewer, query?.fields),

  deleteUser(context) {
    const { id } = userOf(context);
    return runLocked(context, { items: itemsToDelete(context, id) }, () => {
      userOf(context);
      itemsToDelete(context, id);
      removeRecord(context.store, "users", id);
      return undefined;
    });
  },

  addEmailAlias(context) {
    const { store, body } = context;
    const user = userOf(context);
    checkAddress(context.errorResponse, "email", body.email);
    if (isAddressTaken(store, body.email)) throw context.errorResponse("conflict");
    const alias = { id: store.nextId(), user_id: user.id, email: body.email, is_confirmed: false };
    store.email_aliases.put(alias);
    return { type: "email_alias", id: alias.id, is_confirmed: false, email: alias.email };
  },
};

/** The user of the path, in the viewer's enterprise. Throws `forbidden` for viewers who are not admins. */
function userOf(context: SignedInContext<{ parameters: { path: { user_id: string } } }>): UserRecord {
  if (!isAdmin(context)) throw context.errorResponse("forbidden");
  const user = context.store.users.get(context.path.user_id);
  if (user?.enterprise_id !== context.viewer.enterprise_id) throw context.errorResponse("not_found");
  return user;
}

/** The items of a user. Throws `user_owns_content` for any, unless the request has `force` and none is on hold. */
function itemsToDelete(
  { store, query, errorResponse }: SignedInContext<operations["deleteUser"]>,
  userId: string,
): ItemRecord[] {
  const own = [...store.items.values()].filter(({ owner_id }) => owner_id === userId);
  if (own.length > 0 && query?.force !== true) throw errorResponse("user_owns_content");
  if (isAnyOnHold(store, own))
    throw errorResponse("user_owns_content", {
      message: "The user owns content on legal hold, which cannot be deleted.",
    });
  return own;
}
