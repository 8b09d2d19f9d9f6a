import type { Exchange, JsonObject } from "content-service-contract";
import type { Check, Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess, PRECONDITION } from "../session/expectations.js";
import { tomorrow } from "../writes/given-values.js";
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
} from "../writes/workspace-file.js";

/** `If-Match` in every spelling, for every kind of change, and for two clients at once. */
export const ifMatchChecks: readonly Check[] = [
  fileCheck("rejects-other-etags", "changes nothing for any other etag in If-Match", async (session, before) => {
    const etags = await newEtags(session, before);
    if (etags === undefined) return;
    const unchanged = etags.now;
    for (const [what, value] of staleValues(etags)) {
      const exchange = await updateFile(session, describe(session), { "If-Match": value });
      if (!expectRejected(session, exchange, `${what} in \`If-Match\``, isMalformed(value))) return;
    }
    await expectSameState(session, unchanged);
  }),
  fileCheck("respects-if-match-always", "respects If-Match for every kind of change", async (session, before) => {
    const etags = await newEtags(session, before);
    if (etags === undefined) return;
    for (const [what, body] of Object.entries(changes(session, etags.now))) {
      const exchange = await updateFile(session, body, { "If-Match": etags.last });
      if (!expectRejected(session, exchange, `an outdated etag in \`If-Match\` with ${what}`, false)) return;
    }
    await expectSameState(session, etags.now);
  }),
  fileCheck("one-of-two-at-once", "makes one of two changes at once with the same etag", async (session, before) => {
    if (before.etag === undefined) return session.skip("The file shows no etag");
    putBackAfterwards(session, before);
    const header = { "If-Match": before.etag };
    const both = await Promise.all([1, 2].map(() => updateFile(session, describe(session), header)));
    const [winner, other] = both.filter(({ response }) => isSuccess(response.status));
    const loser = both.find((one) => one !== winner);
    if (winner === undefined || loser === undefined) {
      expectStatus(session, both[0] ?? before.exchange, "2xx", "one of two changes at once", PRECONDITION);
    } else if (other !== undefined) {
      expectStatus(session, other, 412, "the second of two changes at once with the same etag", PRECONDITION);
    } else {
      expectRejected(session, loser, "the second of two changes at once with the same etag", false);
      await expectSameState(session, stateIn(winner));
    }
  }),
];

interface Etags {
  /** The etag before both changes. */
  readonly first: string;
  /** The etag between them. */
  readonly last: string;
  readonly current: string;
  readonly now: FileState;
}

/** Changes the file twice. Undefined after a finding, or where the etag is no new one, which another check finds. */
async function newEtags(session: Session, before: FileState): Promise<Etags | undefined> {
  if (before.etag === undefined) return session.skip("The file shows no etag");
  putBackAfterwards(session, before);
  const first = await updateFile(session, describe(session));
  if (!expectSuccess(session, first)) return undefined;
  const { etag } = stateIn(first);
  const second = await updateFile(session, describe(session), etag === undefined ? {} : { "If-Match": etag });
  if (!expectStatus(session, second, "2xx", "the current etag in `If-Match`", PRECONDITION)) return undefined;
  const [middle, now] = [stateIn(first), stateIn(second)];
  expectNewEtag(session, before, first);
  expectNewEtag(session, middle, second);
  if (middle.etag === undefined || now.etag === undefined) return undefined;
  if (new Set([before.etag, middle.etag, now.etag]).size < 3) return undefined;
  return { first: before.etag, last: middle.etag, current: now.etag, now };
}

/** Values that do not name the current etag in any reading. The contract leaves `*`, lists and weak etags open. */
function staleValues({ first, last, current }: Etags): [what: string, value: string][] {
  const bare = current.replace(/^"(.*)"$/, "$1");
  const quoted = (text: string) => (bare === current ? text : `"${text}"`);
  const longer: [string, string][] = [
    ["a longer etag", quoted(`${bare}0`)],
    ["the etag with a letter after it", quoted(`${bare}x`)],
    ["the etag with a zero before it", quoted(`0${bare}`)],
  ];
  const shorter: [string, string][] = bare.length > 1 ? [["a shorter etag", quoted(bare.slice(0, -1))]] : [];
  return [
    ["the etag before the last one", first],
    ["the last etag", last],
    ...longer,
    ...shorter,
    ["an empty etag", '""'],
    ...(last.startsWith('"') || last.startsWith("W/")
      ? []
      : ([
          ["the last etag in quotes", `"${last}"`],
          ["the last etag as a weak one", `W/"${last}"`],
          ["a list of old etags", `"${first}", "${last}"`],
        ] satisfies [string, string][])),
  ];
}

/** A service may reject a spelling that it does not know. */
function isMalformed(value: string): boolean {
  return value === '""' || value.includes(",") || value.startsWith("W/") || value.startsWith('"');
}

function expectRejected(session: Session, exchange: Exchange, what: string, isOpen: boolean): boolean {
  if (isOpen && exchange.response.status === 400) return true;
  return expectStatus(session, exchange, 412, what, PRECONDITION);
}

/** Expects no other values, and the same etag. */
async function expectSameState(session: Session, before: FileState): Promise<void> {
  const after = await readFile(session);
  if (after === undefined || expectUnchanged(session, before, after) > 0 || after.etag === before.etag) return;
  session.find({
    ...PRECONDITION,
    message: `Expected the etag ${before.etag} after rejected changes; received ${after.etag ?? "none"}`,
    operation: "updateFile",
    contract: "/components/schemas/FileFields/properties/etag",
    at: "/response/body/etag",
    exchange: after.exchange,
  });
}

function describe(session: Session) {
  return { description: `Described by ${session.uniqueName()}` };
}

/** One change of each kind. */
function changes(session: Session, { name, parentId, values }: FileState): Readonly<Record<string, JsonObject>> {
  const { folderId } = workspaceOf(session);
  return {
    "another name": { name: `${session.uniqueName()}-${name}` },
    "other tags": { tags: [session.uniqueName()] },
    ...(values["lock"] === null ? { "a lock": { lock: { access: "lock", expires_at: tomorrow(session) } } } : {}),
    ...(values["shared_link"] === null ? { "a shared link": { shared_link: { access: "company" } } } : {}),
    ...(parentId === undefined || parentId === folderId ? {} : { "another folder": { parent: { id: folderId } } }),
    "several changes": { ...describe(session), tags: [session.uniqueName()] },
  };
}
