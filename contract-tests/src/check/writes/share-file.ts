import { type CallInput, type Exchange, isJsonObject, type JsonObject } from "content-service-contract";
import { AS_USER, callersOf, representable } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";
import {
  expectShown,
  expectStatus,
  expectSuccess,
  expectValues,
  isSuccess,
  PRECONDITION,
  textIn,
  valueIn,
} from "../session/expectations.js";
import { tomorrow } from "./given-values.js";
import { expectShownWhole } from "./whole-file.js";
import { fileCheck, putBackAfterwards, readFile, updateFile, workspaceOf } from "./workspace-file.js";

/** A shared link can be created, resolved and removed. */
export const shareFile = fileCheck(
  "shares",
  "creates a shared link that findSharedItem resolves until its removal",
  async (session, before) => {
    if (before.values["shared_link"] !== null) {
      return session.skip(
        "The file has a shared link already, which could not be restored: give another one with --file",
      );
    }
    putBackAfterwards(session, before);
    const password = session.uniqueName();
    const link = await share(session, password);
    if (link === undefined || !(await isFollowed(session, link, password))) return;
    for (const access of ["company", "collaborators", "open"]) {
      const { status } = (await updateFile(session, { shared_link: { access } })).response;
      // An enterprise can forbid open links.
      if (isSuccess(status)) await expectViewers(session, link, password, access);
    }
    const other = session.uniqueName();
    const { status } = (await updateFile(session, { shared_link: { password: other } })).response;
    if (isSuccess(status))
      expectStatus(session, await findItem(session, link, password), 404, "a shared link with its former password");
    await unshare(session, link, isSuccess(status) ? other : password);
  },
);

/** Creates a link for as few people as possible, and returns its URL. */
async function share(session: Session, password: string): Promise<string | undefined> {
  const rules = {
    access: "company",
    unshared_at: tomorrow(session),
    vanity_name: session.uniqueName(),
    permissions: { can_download: false, can_preview: true },
  };
  const shows = { shared_link: { ...rules, is_password_enabled: true } };
  const exchange = await updateFile(session, { shared_link: { ...rules, password } });
  if (!expectSuccess(session, exchange) || !showsLink(session, exchange, shows)) return undefined;
  const after = await readFile(session);
  if (after === undefined || !showsLink(session, after.exchange, shows)) return undefined;
  const { shared_link: link } = after.values;
  return isJsonObject(link) && typeof link["url"] === "string" ? link["url"] : undefined;
}

/** Resolves the link with and without password and etag. False when that ends the check. */
async function isFollowed(session: Session, link: string, password: string): Promise<boolean> {
  const { fileId } = workspaceOf(session);
  const found = await findItem(session, link, password);
  if (!expectSuccess(session, found)) return false;
  if (!expectValues(session, found, { type: "file", id: fileId }, "the shared link to resolve to the file"))
    return false;
  await expectShownWhole(session, found, jsonOf(found));
  await expectOpenToColleagues(session, link, password);
  for (const address of [link, ...vanityIn(found)]) {
    const open = await findItem(session, address);
    expectStatus(session, open, 404, "a shared link without its password");
  }
  const etag = textIn(found, "etag");
  if (etag === undefined) return true;
  const unchanged = await findItem(session, link, password, { "If-None-Match": etag });
  expectStatus(session, unchanged, 304, "the current etag in `If-None-Match`", PRECONDITION);
  const changed = await findItem(session, link, password, { "If-None-Match": `${etag}-of-another-state` });
  expectStatus(session, changed, "2xx", "another etag in `If-None-Match`", PRECONDITION);
  return true;
}

/** The other address of a link, with a name of its own. */
function vanityIn(exchange: Exchange): string[] {
  const link = valueIn(exchange, "shared_link");
  return isJsonObject(link) && typeof link["vanity_url"] === "string" ? [link["vanity_url"]] : [];
}

/** A link for the company leads everybody in it to the file, also those whom nobody invited. */
async function expectOpenToColleagues(session: Session, link: string, password: string): Promise<void> {
  for (const userId of representable(session)) {
    const found = await findItem(session, link, password, { [AS_USER]: userId });
    if (found.response.status === 403) return;
    expectStatus(session, found, "2xx", `a link for the company, opened by the user ${userId} of it`);
  }
}

/** Who may follow a link, by the tenant of each caller and by the files that the operator says are hidden. */
async function expectViewers(session: Session, link: string, password: string, access: string): Promise<void> {
  const { fileId } = workspaceOf(session);
  const [own, ...others] = callersOf(session.target);
  for (const viewer of others) {
    const { tenant, hidden } = viewer.facts;
    const isInvited = hidden?.["file"]?.includes(fileId) !== true;
    const isColleague = tenant !== undefined && tenant === own.facts.tenant;
    const mayFollow = access === "open" || (access === "company" && isColleague);
    // Nobody says whether others are invited.
    if (!mayFollow && (isInvited || (access === "company" && tenant === undefined))) continue;
    const found = await viewer.call(session, FIND, linkInput(link, password));
    // A user whom an earlier run deleted.
    if (found.response.status === 401) continue;
    const what = `a link with the access ${access}, opened by ${viewer.name}`;
    expectStatus(session, found, mayFollow ? "2xx" : "4xx", what, { rule: "caller-respected" });
  }
}

async function unshare(session: Session, link: string, password: string): Promise<void> {
  const exchange = await updateFile(session, { shared_link: null });
  if (!expectSuccess(session, exchange) || !showsLink(session, exchange, { shared_link: null })) return;
  const after = await readFile(session);
  if (after === undefined || !showsLink(session, after.exchange, { shared_link: null })) return;
  const found = await findItem(session, link, password);
  expectStatus(session, found, 404, "a removed shared link");
}

const FIND = "findSharedItem";

/** Follows a shared link. */
export function findItem(
  session: Session,
  link: string,
  password?: string,
  header: JsonObject = {},
): Promise<Exchange> {
  return session.call(FIND, linkInput(link, password, header));
}

function linkInput(link: string, password?: string, header: JsonObject = {}): CallInput {
  const parts = [`shared_link=${link.replaceAll("&", "%26")}`];
  if (password !== undefined) parts.push(`shared_link_password=${password}`);
  return { header: { ServiceApi: parts.join("&"), ...header } };
}

function showsLink(session: Session, exchange: Exchange, values: JsonObject): boolean {
  const shown = valueIn(exchange, "shared_link");
  const expected = shown === null ? "a shared link" : "the shared link of the request";
  return expectShown(session, exchange, values, expected);
}
