import type { JsonObject } from "../../contract/json.js";
import type { Session } from "../check.js";
import type { Creation } from "./creation.js";
import { parameterOf } from "./parameter-of.js";
import { withTag } from "./with-tag.js";
import { workspaceOf } from "./workspace-file.js";

/** Who is invited to the workspace's file: somebody who is not there yet, with and without `fields`, and a user. */
export const invitations: readonly Creation[] = [
  {
    operation: "createCollaboration",
    id: "invites-an-address",
    title: "invites an address with the role that was sent",
    once: true,
    prepare: (session, name) => invitation(session, addressOf(session, name)),
  },
  {
    operation: "createCollaboration",
    id: "invites-with-fields",
    title: "answers an invitation with the fields that were asked for",
    prepare: (session, name) =>
      invitation(session, addressOf(session, name), { fields: ["role", "item", "accessible_by"] }),
  },
  {
    operation: "createCollaboration",
    id: "invites-a-user",
    title: "invites a user with the role that was sent",
    once: true,
    maybeThere: true,
    prepare: (session) =>
      invitation(session, { id: parameterOf(session, OPERATION, "collaborator_id", "the id of a user to invite") }),
  },
];

const OPERATION = "createCollaboration";

function addressOf(session: Session, name: string): JsonObject {
  return { login: withTag(parameterOf(session, OPERATION, "login", "an address to invite"), name) };
}

function invitation(session: Session, who: JsonObject, query: JsonObject = {}) {
  const item = { type: "file", id: workspaceOf(session).fileId };
  const shows = { item, accessible_by: { type: "user", ...who }, role: "viewer" };
  return { input: { query: { ...query, notify: false }, body: { ...shows, can_view_path: false } }, shows };
}
