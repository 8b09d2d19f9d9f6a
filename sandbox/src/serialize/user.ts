import type { components } from "../../../generated/types.js";
import type { UserRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { select, standard } from "./fields.js";

type Schemas = components["schemas"];

export function serializeUser(user: UserRecord, fields?: readonly string[]): Schemas["User"] {
  const { enterprise_id, role, ...own } = user;
  const full = { type: "user" as const, ...own, avatar_url: `https://content.example/avatars/${user.id}` };
  return select(full, fields, standard.user);
}

/** Serializes the mini form of a user. A deleted user has only an id. */
export function userMini({ users }: Store, id: string): Schemas["UserMini"] {
  const user = users.get(id);
  return { type: "user", id, name: user?.name ?? "", login: user?.login ?? "" };
}
