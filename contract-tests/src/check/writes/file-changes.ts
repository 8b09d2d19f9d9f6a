import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  pointer,
  sameJson,
  schemaProperties,
} from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { tomorrow } from "./given-values.js";
import { expectKept } from "./kept-values.js";
import { joinedText, LETTERS, LINE_SAMPLES, longText, TEXT_SAMPLES, VALUE_LIKE_TEXTS } from "./texts.js";
import { atOffset } from "./valid-values.js";
import {
  CHANGE_ATTRIBUTES,
  expectChange,
  expectSameFile,
  readWhole,
  updateWhole,
  type WholeFile,
} from "./whole-file.js";
import { type FileState, fileCheck, putBackAfterwards, workspaceOf } from "./workspace-file.js";

/** A valid change of a file, and what responses must show of it. */
export interface Change {
  /** Completes "updateFile to accept …". */
  readonly what: string;
  readonly body: JsonObject;
  /** @default the body */
  readonly shows?: JsonObject;
  /** The contract leaves it open whether such a name is valid, so the service can reject it. */
  readonly open?: boolean;
  /** The same change in parts, to name the part that the service rejects. */
  readonly parts?: readonly Change[];
}

/** The changes of one check. A text is the reason to skip it. */
interface Plan {
  readonly id: string;
  readonly title: string;
  readonly changes: (before: FileState, session: Session) => readonly Change[] | string;
}

/** The checks that change the workspace's file, one value after the other, and restore it. */
export function fileChangeChecks(): Check[] {
  return plans.map(changesCheck);
}

/** The check that makes the changes of a plan. */
export function changesCheck({ id, title, changes }: Plan): Check {
  return fileCheck(id, title, async (session, before) => {
    const planned = changes(before, session);
    if (typeof planned === "string") return session.skip(planned);
    putBackAfterwards(session, before);
    await makeChanges(session, planned);
  });
}

const plans: readonly Plan[] = [
  {
    id: "renames",
    title: "keeps a new name",
    changes: ({ name }, session) => {
      const own = session.uniqueName();
      const extension = extensionOf(name);
      const named = (kind: string, text: string): Change => ({
        ...{ what: `a name with ${kind}`, body: { name: `${own} ${text}${extension}` }, open: true },
      });
      return [
        { what: "a new name", body: { name: `${own}${extension}` } },
        { what: "a name in other letter case", body: { name: `${own.toUpperCase()}${extension}` }, open: true },
        { ...named("letters of several languages", LETTERS), open: false },
        named("120 letters", "n".repeat(120)),
        // A service may keep the kind of a file.
        {
          what: "a name with another extension",
          body: { name: `${own}.d${extension}.bak` },
          shows: { name: `${own}.d${extension}.bak`, extension: "bak" },
          open: true,
        },
        {
          ...named("all kinds of characters", joinedText(LINE_SAMPLES)),
          parts: LINE_SAMPLES.map(({ kind, text }) => named(kind, text)),
        },
        { what: "the former name", body: { name } },
      ];
    },
  },
  {
    id: "describes",
    title: "keeps a new description",
    changes: ({ values: { description = "" } }, session) => [
      ...textChanges("description", TEXT_SAMPLES, maxLength(session, "description")),
      { what: "a `description` that looks like a number", body: { description: "007" } },
      { what: "an empty `description`", body: { description: "" } },
      { what: "the former `description`", body: { description } },
    ],
  },
  {
    id: "tags",
    title: "keeps new tags",
    changes: ({ values: { tags = [] } }, session) => {
      const own = session.uniqueName();
      const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${own}-${count - index}`);
      const tagged = (kind: string, text: string): Change => ({ what: `a tag with ${kind}`, body: { tags: [text] } });
      return [
        {
          ...{ what: "tags with all kinds of characters", body: { tags: LINE_SAMPLES.map(({ text }) => text) } },
          parts: LINE_SAMPLES.map(({ kind, text }) => tagged(kind, text)),
        },
        { what: "as many tags as possible", body: { tags: numbered(mostItems(session, "tags")) } },
        { what: "tags that look like other values", body: { tags: VALUE_LIKE_TEXTS } },
        { what: "no tags", body: { tags: [] } },
        { what: "the former tags", body: { tags } },
      ];
    },
  },
  {
    id: "locks",
    title: "keeps a lock, and its removal",
    changes: ({ values: { lock } }, session) => {
      if (lock !== null)
        return "The file is locked already, and that lock could not be restored: give another one with --file";
      const until = tomorrow(session);
      return [
        locked("an expiry and prevented downloads", { expires_at: until, is_download_prevented: true }),
        UNLOCK,
        locked("an expiry in another time zone", { expires_at: atOffset(until), is_download_prevented: false }),
        UNLOCK,
        locked("no other property", {}, {}),
        UNLOCK,
        // Without an expiry, and with the service's choice of downloads.
        locked("null for its expiry and for downloads", { expires_at: null, is_download_prevented: null }, {}),
        UNLOCK,
      ];
    },
  },
  {
    id: "moves",
    title: "keeps a move into another folder",
    changes: ({ parentId }, session) => {
      const { folderId } = workspaceOf(session);
      if (parentId === undefined) return "The folder of the file is not shown, so it could not be moved back";
      if (parentId === folderId) return "The file lies in the folder already";
      return [
        { what: "a parent that is null", body: { parent: { id: null } }, shows: { parent: { id: parentId } } },
        { what: "another folder", body: { parent: { id: folderId } } },
        { what: "the former folder", body: { parent: { id: parentId } } },
      ];
    },
  },
];

/** Makes one change after the other, and checks each in its response and by another read. */
export async function makeChanges(session: Session, changes: readonly Change[]): Promise<void> {
  const callerId = await callerOf(session);
  let before = await readWhole(session);
  for (const change of changes) {
    if (before === undefined) return;
    before = await made(session, before, change, callerId);
  }
}

/** The file after a change. Undefined when that ends the check. */
async function made(
  session: Session,
  before: WholeFile,
  change: Change,
  callerId: string | undefined,
): Promise<WholeFile | undefined> {
  const { body, shows = body, parts = [] } = change;
  const response = await updateWhole(session, body);
  if (!isSuccess(response.exchange.response.status)) {
    if (parts.length === 0) return isAccepted(session, change, response) ? before : undefined;
    let last: WholeFile | undefined = before;
    for (const part of parts) if (last !== undefined) last = await made(session, last, part, callerId);
    return last;
  }
  if (!expectKept(session, response.exchange, renamedExpiry(shows, response.record))) return undefined;
  const after = await readWhole(session);
  if (after === undefined || !expectSameFile(session, response, after, "the response to show the stored")) {
    return undefined;
  }
  if (!expectSettingsKept(session, before, after, body)) return undefined;
  const names = Object.keys(body);
  const changed = names.filter((name) => !sameJson(before.record[name], after.record[name]));
  if (changed.length > 0) expectChange(session, before, after, names, callerId);
  else expectSameFile(session, before, after, "an unchanged", CHANGE_ATTRIBUTES);
  return after;
}

/** A change of some members of an object keeps the others that a request can set. */
function expectSettingsKept(
  session: Session,
  before: WholeFile,
  { exchange, record }: WholeFile,
  body: JsonObject,
): boolean {
  const settable = schemaProperties(session.contract, "/components/schemas/FileUpdate", body);
  return Object.entries(body).every(([name, value]) => {
    const [was, at] = [before.record[name], settable.get(name)];
    if (!isJsonObject(value) || !isJsonObject(was) || !isJsonObject(record[name]) || at === undefined) return true;
    const members = [...schemaProperties(session.contract, at, value).keys()].filter((one) => !(one in value));
    const kept = members.flatMap((one): [string, Json][] => (was[one] == null ? [] : [[one, was[one]]]));
    return expectKept(
      session,
      exchange,
      { [name]: Object.fromEntries(kept) },
      "unchanged by a change of other members",
    );
  });
}

/** Whether a valid change was not rejected, or can be. */
function isAccepted(session: Session, { what, open = false, body }: Change, { exchange }: WholeFile): boolean {
  const { status } = exchange.response;
  if (open && (status === 400 || status === 409)) return true;
  const [name = ""] = Object.keys(body);
  session.find({
    rule: "call-succeeds",
    message: `Expected updateFile to accept ${what}; received ${status}`,
    operation: "updateFile",
    contract: pointer("/components/schemas/FileUpdate/properties", name),
    ...{ at: "/response/status", exchange },
  });
  return false;
}

/** A text with all samples, one of the maximum length, and a single character. */
function textChanges(name: string, samples: typeof TEXT_SAMPLES, length: number): Change[] {
  const change = (kind: string, text: string): Change => ({ what: `\`${name}\` with ${kind}`, body: { [name]: text } });
  const most = (text: string) => text.repeat(length).slice(0, text.length * length);
  return [
    {
      ...change("all kinds of characters", ` ${joinedText(samples)} `),
      parts: samples.map(({ kind, text }) => change(kind, text)),
    },
    {
      ...change(`${length} characters`, longText(length)),
      parts: [
        change(`${length} characters of several bytes`, most("語")),
        change(`${length} characters beyond 16 bits`, most("😀")),
      ],
    },
    // As many UTF-16 units, too.
    change(`${length} characters of one byte`, most("x")),
    change("one character", "x"),
  ];
}

const UNLOCK: Change = { what: "a lock that is null", body: { lock: null } };

function locked(what: string, rules: JsonObject, shows: JsonObject = rules): Change {
  return { what: `a lock with ${what}`, body: { lock: { access: "lock", ...rules } }, shows: { lock: shows } };
}

/** Some services name the expiry of a lock `expired_at`. */
function renamedExpiry(shows: JsonObject, record: JsonObject): JsonObject {
  const lock = shows["lock"];
  const { expires_at, expired_at } = objectAt(record, "lock");
  if (!isJsonObject(lock) || lock["expires_at"] === undefined || expires_at != null || expired_at == null) return shows;
  const { expires_at: expected, ...others } = lock;
  return { ...shows, lock: { ...others, expired_at: expected } };
}

/** The id of the caller, if the service shows it. */
export async function callerOf(session: Session): Promise<string | undefined> {
  const me = jsonOf(await session.call("getCurrentUser", {}));
  return isJsonObject(me) && typeof me["id"] === "string" ? me["id"] : undefined;
}

function maxLength({ contract }: Session, name: string): number {
  const { maxLength: length } = contract.schemaAt(pointer("/components/schemas/FileUpdate/properties", name));
  return typeof length === "number" ? length : DEFAULT_LENGTH;
}

function mostItems({ contract }: Session, name: string): number {
  const { maxItems } = contract.schemaAt(pointer("/components/schemas/FileUpdate/properties", name));
  return typeof maxItems === "number" ? maxItems : DEFAULT_LENGTH;
}

const DEFAULT_LENGTH = 256;

/** The extension of a name. Without it a service may treat the file as another type. */
export function extensionOf(name: string): string {
  return /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
}
