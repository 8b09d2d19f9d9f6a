import type { JsonObject } from "../../contract/json.js";
import type { Exchange } from "../../exchange/exchange.js";
import type { Check, Session } from "../session/check.js";
import { expectShown, expectStatus, expectSuccess, PRECONDITION } from "../session/expectations.js";
import { tomorrow } from "./given-values.js";
import {
  expectNewEtag,
  expectUnchanged,
  type FileState,
  fileCheck,
  putBackAfterwards,
  readFile,
  stateIn,
  updateFile,
  workspaceOf,
} from "./workspace-file.js";

/** A change of a file and its reverse, with the expected values in the responses. */
interface Change {
  readonly body: JsonObject;
  readonly shows: JsonObject;
  readonly back: JsonObject;
  readonly showsBack: JsonObject;
}

/** A change for one check. A text is the reason to skip it. */
interface Plan {
  readonly id: string;
  readonly title: string;
  readonly change: (before: FileState, session: Session) => Change | string;
}

/** The checks that change one value of the workspace's file and restore it. */
export function fileChangeChecks(): Check[] {
  return plans.map(changeCheck);
}

const plans: readonly Plan[] = [
  {
    id: "renames",
    title: "keeps a new name",
    change: ({ name }, session) => same({ name: `${session.uniqueName()}${extensionOf(name)}` }, { name }),
  },
  {
    id: "describes",
    title: "keeps a new description",
    change: ({ values: { description = "" } }, session) => same(describe(session), { description }),
  },
  {
    id: "tags",
    title: "keeps new tags",
    change: ({ values: { tags = [] } }, session) =>
      same({ tags: [session.uniqueName(), session.uniqueName()] }, { tags }),
  },
  {
    id: "locks",
    title: "keeps a lock, and its removal",
    change: ({ values: { lock } }) => {
      if (lock !== null) return "The file is locked already, and that lock could not be restored";
      const rules = { expires_at: tomorrow(), is_download_prevented: true };
      return {
        body: { lock: { access: "lock", ...rules } },
        shows: { lock: rules },
        back: { lock: null },
        showsBack: { lock: null },
      };
    },
  },
  {
    id: "moves",
    title: "keeps a move into another folder",
    change: ({ parentId }, session) => {
      const { folderId } = workspaceOf(session);
      if (parentId === undefined) return "The folder of the file is not shown, so it could not be moved back";
      if (parentId === folderId) return "The file lies in the folder already";
      return same({ parent: { id: folderId } }, { parent: { id: parentId } });
    },
  },
];

function changeCheck({ id, title, change }: Plan): Check {
  return fileCheck(id, title, async (session, before) => {
    const plan = change(before, session);
    if (typeof plan === "string") return session.skip(plan);
    putBackAfterwards(session, before);
    const changed = await takesEffect(session, before, plan.body, plan.shows);
    if (changed !== undefined) await takesEffect(session, changed, plan.back, plan.showsBack);
  });
}

/** Makes a change, and expects it in the response and in a second one. Undefined when that ends the check. */
async function takesEffect(
  session: Session,
  before: FileState,
  body: JsonObject,
  shows: JsonObject,
): Promise<FileState | undefined> {
  const exchange = await updateFile(session, body);
  if (!expectSuccess(session, exchange)) return undefined;
  if (!expectShown(session, exchange, shows, "the response to show the change")) return undefined;
  expectNewEtag(session, before, exchange);
  const after = await readFile(session);
  if (after === undefined) return undefined;
  if (!expectShown(session, after.exchange, shows, "the change to be kept")) return undefined;
  expectUnchanged(session, before, after, Object.keys(shows));
  return after;
}

/** A change whose request body is what the response must show. */
function same(body: JsonObject, back: JsonObject): Change {
  return { body, shows: body, back, showsBack: back };
}

/** The extension of a name. Without it a service may treat the file as another type. */
function extensionOf(name: string): string {
  return /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
}

/** Several changes in one call are atomic. */
export const allOrNothing = fileCheck(
  "all-or-nothing",
  "changes nothing when one of several changes is invalid",
  async (session, before) => {
    putBackAfterwards(session, before);
    const unknownFolder = { parent: { id: session.uniqueName() } };
    const exchange = await updateFile(session, { ...describe(session), ...unknownFolder });
    const rule = "wrong-request-rejected";
    if (!expectStatus(session, exchange, "4xx", "a move into a folder that does not exist", { rule })) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
);

/** `If-Match` protects a file from a change by an outdated client. */
export const respectsIfMatch = fileCheck(
  "respects-if-match",
  "changes a file only while it has the etag in If-Match",
  async (session, before) => {
    if (before.etag === undefined) return session.skip("The file shows no etag");
    putBackAfterwards(session, before);
    const stale = { "If-Match": before.etag };
    const first = await updateFile(session, describe(session), stale);
    if (!expectAccepted(session, first)) return;
    expectNewEtag(session, before, first);
    const changed = stateIn(first);
    // Without a new etag the rest cannot be checked, and the finding exists.
    if (changed.etag === undefined || changed.etag === before.etag) return;
    const second = await updateFile(session, describe(session), stale);
    if (!expectStatus(session, second, 412, "an outdated etag in `If-Match`", PRECONDITION)) return;
    const after = await readFile(session);
    if (after === undefined || expectUnchanged(session, changed, after) > 0) return;
    const third = await updateFile(session, describe(session), { "If-Match": changed.etag });
    if (expectAccepted(session, third)) expectNewEtag(session, changed, third);
  },
);

function expectAccepted(session: Session, exchange: Exchange): boolean {
  if (exchange.response.status !== 412) return expectSuccess(session, exchange);
  return expectStatus(session, exchange, "2xx", "the current etag in `If-Match`", PRECONDITION);
}

function describe(session: Session) {
  return { description: `Described by ${session.uniqueName()}` };
}

/** The response without `fields`. */
export const standardFile = fileCheck(
  "standard",
  "returns the standard representation and changes nothing else",
  async (session, before) => {
    putBackAfterwards(session, before);
    const path = { file_id: workspaceOf(session).fileId };
    const exchange = await session.call("updateFile", { path, body: { name: before.name } });
    if (!expectSuccess(session, exchange)) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
);
