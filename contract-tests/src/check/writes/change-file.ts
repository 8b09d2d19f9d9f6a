import { isJsonObject, type JsonObject } from "../../contract/json.js";
import type { Check, Session } from "../check.js";
import { expectSuccess, expectValues } from "./expect-answer.js";
import { expectNewEtag, expectUnchanged } from "./expect-unchanged.js";
import { tomorrow } from "./tomorrow.js";
import { type FileState, putBackAfterwards, readFile, updateFile, workspaceOf } from "./workspace-file.js";

/** One change of a file and the way back, with what answers must then show. */
interface Change {
  readonly body: JsonObject;
  readonly shows: JsonObject;
  readonly back: JsonObject;
  readonly showsBack: JsonObject;
}

/** What is changed, and how; a text instead says why it cannot be changed here. */
interface Plan {
  readonly id: string;
  readonly title: string;
  readonly change: (before: FileState, session: Session) => Change | string;
}

/** The checks that change one thing of the workspace's file and put it back. */
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
    change: ({ values: { description = "" } }, session) =>
      same({ description: `Described by ${session.uniqueName()}` }, { description }),
  },
  {
    id: "tags",
    title: "keeps new tags",
    change: ({ values: { tags = [] } }, session) =>
      same({ tags: [session.uniqueName(), session.uniqueName()] }, { tags }),
  },
  {
    id: "restricts-download",
    title: "keeps who may download",
    change: ({ values: { permissions } }) => {
      const now = isJsonObject(permissions) ? permissions["can_download"] : undefined;
      if (now !== "open" && now !== "company") return "Who may download the file has a value that cannot be put back";
      return same(
        { permissions: { can_download: now === "open" ? "company" : "open" } },
        { permissions: { can_download: now } },
      );
    },
  },
  {
    id: "locks",
    title: "keeps a lock, and its removal",
    change: ({ values: { lock } }) => {
      if (lock !== null) return "The file is locked already, and that lock could not be put back as it is";
      const rules = { expires_at: tomorrow(), is_download_prevented: true };
      return {
        body: { lock: { access: "lock", ...rules } },
        shows: { lock: { type: "lock", ...rules } },
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
  return {
    id: `updateFile/${id}`,
    operation: "updateFile",
    title: `updateFile ${title}`,
    effects: "undone",
    async run(session) {
      const before = await readFile(session);
      if (before === undefined) return;
      const plan = change(before, session);
      if (typeof plan === "string") return session.skip(plan);
      putBackAfterwards(session, before);
      const changed = await takesEffect(session, before, plan.body, plan.shows);
      if (changed !== undefined) await takesEffect(session, changed, plan.back, plan.showsBack);
    },
  };
}

/** Makes a change, and looks for it in the answer and in a second one. Undefined when that ends the check. */
async function takesEffect(
  session: Session,
  before: FileState,
  body: JsonObject,
  shows: JsonObject,
): Promise<FileState | undefined> {
  const answer = await updateFile(session, body);
  if (!expectSuccess(session, "updateFile", answer)) return undefined;
  const said = {
    operation: "updateFile",
    rule: "state-kept",
    otherwise: "The answer does not show the change",
  } as const;
  if (!expectValues(session, answer, shows, said)) return undefined;
  expectNewEtag(session, before, answer);
  const after = await readFile(session);
  if (after === undefined) return undefined;
  const kept = { ...said, otherwise: "The change was answered, and is not there afterwards" };
  if (!expectValues(session, after.exchange, shows, kept)) return undefined;
  expectUnchanged(session, before, after, Object.keys(shows));
  return after;
}

/** A change that is read as it is written. */
function same(body: JsonObject, back: JsonObject): Change {
  return { body, shows: body, back, showsBack: back };
}

/** The last part of a name from its last dot on. A file without it may count as one of another kind. */
function extensionOf(name: string): string {
  return /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
}
