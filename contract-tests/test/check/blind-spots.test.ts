import { isJsonObject, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import {
  errorBody,
  type Misbehave,
  replaces,
  requests,
  responseOf,
  responses,
  runOn,
  type Sent,
} from "../support/defects.js";

// Kinds of defects that were planted by somebody who had seen no check.
const as = (name: string) => ({ headers: { "as-user": undefined, authorization: `Bearer token-${name}` } });
const isBy = (name: string, { headers }: Sent) => headers["authorization"]?.endsWith(`token-${name}`) === true;
const follows = ({ headers: { serviceapi = "" } }: Sent, pattern: RegExp) => pattern.test(serviceapi);
const isUpdate = ({ method, path }: Sent) => method === "PUT" && path.startsWith("/files/10001");
const posts = (path: string) => (sent: Sent) => sent.method === "POST" && sent.path.startsWith(path);
const linkIn = ({ json: { shared_link: link } }: Sent): JsonObject | undefined =>
  isJsonObject(link) ? link : undefined;
/** A request that the service rejects succeeds in another form. */
const accepting = (isMeant: (sent: Sent) => boolean, instead: (sent: Sent) => Parameters<Sent["forward"]>[0]) =>
  replaces(
    ({ status }, sent) => status >= 400 && isMeant(sent),
    (sent) => sent.forward(instead(sent)),
  );
/** A request that the service accepts is rejected. */
const rejecting =
  (isMeant: (sent: Sent) => boolean, status: number, code: string): Misbehave =>
  async (sent) =>
    isMeant(sent) ? responseOf(status, errorBody(status, code)) : sent.forward();
const isAbout = (sent: Sent, type: string, id: string) => {
  const { parent, item } = sent.json;
  return [parent, item].some((one) => isJsonObject(one) && one["id"] === id) && sent.body?.includes(type) !== false;
};

/** Keeps the password of a link that has one. */
function keepingPassword(): Misbehave {
  let kept: string | undefined;
  return requests((sent) => {
    if (isUpdate(sent) && sent.json["shared_link"] === null) kept = undefined;
    const { password, ...others } = linkIn(sent) ?? {};
    if (!isUpdate(sent) || typeof password !== "string") return undefined;
    kept ??= password;
    return { body: { ...sent.json, shared_link: { ...others, password: kept } } };
  });
}

/** Opens a link by its own name without its password. */
function openingOwnName(): Misbehave {
  let password = "";
  return async (sent) => {
    const own = linkIn(sent)?.["password"];
    if (typeof own === "string") password = own;
    const isOpen = follows(sent, /\/v\//) && !follows(sent, /password/);
    const header = `${sent.headers["serviceapi"]}&shared_link_password=${password}`;
    return sent.forward(isOpen ? { headers: { serviceapi: header } } : {});
  };
}

function invitingOnce(): Misbehave {
  let count = 0;
  return async (sent) => {
    const isAgain = posts("/collaborations")(sent) && ++count > 1;
    return isAgain ? responseOf(409, errorBody(409, "user_already_collaborator")) : sent.forward();
  };
}

test.each<[defect: string, check: string, rule: string, misbehave: Misbehave]>([
  ["opens a link's own name without its password", "updateFile/opens/shared_link", "state-kept", openingOwnName()],
  ["keeps the first password of a link", "updateFile/opens/shared_link", "state-kept", keepingPassword()],
  [
    "responds with 304 for an expired link",
    "updateFile/ends-what-expires",
    "state-kept",
    replaces(
      ({ status }, sent) => status === 404 && sent.headers["if-none-match"] !== undefined,
      () => new Response(null, { status: 304 }),
    ),
  ],
  [
    "allows downloads again in each change of a link",
    "updateFile/keeps/shared_link",
    "state-kept",
    requests((sent) => {
      const link = linkIn(sent);
      const isSet = link === undefined || "permissions" in link;
      return (
        isUpdate(sent) &&
        !isSet && { body: { ...sent.json, shared_link: { ...link, permissions: { can_download: true } } } }
      );
    }),
  ],
  [
    "adds values of deleted metadata to new one",
    "deleteFileMetadata/deletes",
    "state-kept",
    responses((body) => ("other" in body ? { ...body, note: "before" } : undefined)),
  ],
  [
    "gives a web link the name of a file",
    "createWebLink/creates",
    "state-kept",
    accepting(
      (sent) => posts("/web_links")(sent) && /\.pdf"/.test(sent.body ?? ""),
      ({ json }) => ({ body: { ...json, name: `${json["name"]} 2` } }),
    ),
  ],
  [
    "gives the login of a user as an alias",
    "addEmailAlias/creates",
    "state-kept",
    accepting(
      (sent) => posts("/users/")(sent) && sent.json["email"] === "partner@example.org",
      () => ({ body: { email: "somebody.new@example.com" } }),
    ),
  ],
  [
    "lets other tenants take the key of a template",
    "createMetadataTemplate/creates",
    "state-kept",
    rejecting((sent) => posts("/metadata_templates")(sent) && isBy("partner", sent), 409, "conflict"),
  ],
  [
    "invites a user by address again",
    "createCollaboration/creates-invite-user-by-id",
    "state-kept",
    accepting(
      (sent) => posts("/collaborations")(sent) && sent.body?.includes("login") === true,
      ({ json }) => ({ body: { ...json, accessible_by: { type: "user", login: "somebody.new@example.org" } } }),
    ),
  ],
  [
    "takes a policy for assigned that no list shows",
    "assignLegalHoldPolicy/creates",
    "state-kept",
    rejecting(posts("/legal_hold_policy_assignments"), 409, "conflict"),
  ],
  ["invites nobody again after an expiry", "createCollaboration/creates-after-expiry", "state-kept", invitingOnce()],
  [
    "shows a restored folder under its old name",
    "restoreFolder/succeeds-once",
    "state-kept",
    responses((body, sent) => {
      const { parent } = body;
      return isUpdate(sent) && isJsonObject(parent) && String(parent["name"]).startsWith("contract-check")
        ? { ...body, parent: { ...parent, name: "Archive" } }
        : undefined;
    }),
  ],
  [
    "lets no co-admin act for others",
    "getCurrentUser/acts-for-the-user",
    "caller-respected",
    rejecting((sent) => isBy("co-admin", sent) && sent.headers["as-user"] !== undefined, 403, "forbidden"),
  ],
  [
    "hides from a group what it was invited to",
    "getFileMetadata/hides-records",
    "caller-respected",
    rejecting((sent) => isBy("reviewer", sent) && sent.path.startsWith("/files/10002"), 404, "not_found"),
  ],
  [
    "says that a file exists which the caller may not see",
    "getFileMetadata/hides-records",
    "error-discreet",
    replaces(
      ({ status }, sent) => status === 404 && sent.path.startsWith("/files/4001"),
      () => responseOf(404, { ...errorBody(404, "not_found"), message: "You have no access." }),
    ),
  ],
  [
    "lets a viewer of a folder move files into it",
    "createCollaboration/gives-the-rights-of-viewer",
    "caller-respected",
    accepting(
      (sent) => isBy("reviewer", sent) && isAbout(sent, "parent", "3002"),
      () => as("owner"),
    ),
  ],
])("finds a service that %s", async (_, check, rule, misbehave) => {
  expect((await runOn([check], misbehave)).rules).toContain(rule);
});
