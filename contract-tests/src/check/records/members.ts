import { type JsonObject, pointer, withValue } from "content-service-contract";
import { bodyProperties, wrapperOf } from "../resources/bodies.js";
import { plain } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { ROLE } from "../sentences/callers.js";
import type { Caller } from "../session/callers.js";
import type { Plan } from "./records.js";
import type { Subject } from "./trace.js";
import { idOfUser, shownUser } from "./users.js";

/** The calls that give users a role on a record. */
export function memberCalls({ session, recorder, records, resources }: Omit<Plan, "resource">) {
  const { contract } = session;
  return { membersOf, grant };

  /** How users become members of a record: a creation below it with a role and a user. */
  function membersOf(holder: Resource): Members | undefined {
    for (const one of resources.filter(({ parent }) => parent === holder)) {
      const properties = bodyProperties(contract, one.create);
      const [role, roleSchema] = [...properties].find(([name]) => ROLE.test(plain(name))) ?? [];
      const user = one.isChosen ? undefined : [...properties.keys()].find((name) => USER.test(plain(name)));
      const roles = roleSchema === undefined ? [] : contract.enumAt(roleSchema);
      if (role !== undefined && roles.length > 1 && (one.isChosen || user !== undefined))
        return { resource: one, role, roles, user };
    }
    return undefined;
  }

  async function grant(members: Members, above: Subject, caller: Caller, role: string): Promise<Subject | undefined> {
    const { resource: own, user } = members;
    const { create: operation, parameter = "" } = own;
    const shown = await userOf(own, caller);
    const value = user !== undefined && /mail/i.test(user) ? shown["email"] : idOfUser(caller, shown);
    if (operation === undefined || value === undefined) return undefined;
    const path = user === undefined ? { ...above.path, [parameter]: value } : above.path;
    const input = await records.actionInput(operation, { resource: own, path, id: undefined });
    const wrapper = wrapperOf(contract, operation);
    const named = withValue(input.body ?? {}, wrapper + pointer("", members.role), role);
    const body = user === undefined ? named : withValue(named, wrapper + pointer("", user), value);
    const step = await recorder.call("create", operation, { ...input, body }, {});
    if (!step?.isSuccess) return undefined;
    if (user !== undefined) return records.adopt(own, step, path);
    return { resource: own, path, id: value };
  }

  /** The user of a token, as an operation such as `GET /me` shows it, or as the only member of a new record of theirs. */
  async function userOf(own: Resource, caller: Caller): Promise<JsonObject> {
    const shown = await shownUser(session, caller);
    const { create: operation, remove, parent } = own.parent ?? {};
    if (Object.keys(shown).length > 0 || own.parent === undefined || operation === undefined || parent !== undefined)
      return shown;
    const about = { purpose: { kind: "other-caller", caller: caller.name, isHidden: false }, caller } as const;
    const input = await records.actionInput(operation, { resource: own.parent, path: {}, id: undefined });
    const step = await recorder.call("create", operation, input, about);
    const above = step?.isSuccess ? records.adopt(own.parent, step, {}) : undefined;
    if (above === undefined) return shown;
    const members = (await recorder.list(own, above.path, about))?.listing?.entries ?? [];
    if (remove !== undefined) await records.callOn("remove", remove, above, {}, about);
    // The id of an entry is that of the membership.
    const { id: _, ...member } = members[0]?.record ?? {};
    return members.length === 1 ? member : shown;
  }
}

/** A resource whose records give users a role. */
interface Members {
  readonly resource: Resource;
  readonly role: string;
  readonly roles: readonly string[];
  /** The property that names the user. Undefined where the path does. */
  readonly user: string | undefined;
}

const USER = /^(user|member|person|account|invitee|email|login)(id|email|login)?$/;
