import { isJsonObject, type JsonObject, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import {
  errorBody,
  forgetting,
  isUpdate,
  type Misbehave,
  replaces,
  requests,
  responds,
  responseOf,
  runOn,
} from "../../support/defects.js";

const LINK = "shared_link";
const [OPENS, ADMITS, EXPIRES] = ["opens/shared_link", "admits/shared_link", "ends-what-expires"];
const [KEPT, PRECONDITION, CALLER] = ["state-kept", "precondition-respected", "caller-respected"] as const;
const SUCCEEDS = "call-succeeds";
const FAR = "2199-01-02T03:04:05Z";

/** Stores other values than those that were sent. */
const sending = (name: string, others: JsonObject) =>
  requests((sent) => {
    const { [name]: value } = sent.json;
    return isUpdate(sent) && isJsonObject(value) && { body: { ...sent.json, [name]: { ...value, ...others } } };
  });

/** Lets a caller follow a link, or not, by its access. */
const following = (token: string, may: (access: string | undefined) => boolean): Misbehave => {
  let access: string | undefined;
  return (sent) => {
    const { access: given } = objectAt(sent.json, "shared_link");
    if (isUpdate(sent) && typeof given === "string") access = given;
    const isFollowed = sent.path.startsWith("/shared_items") && sent.headers["authorization"]?.endsWith(token);
    if (!isFollowed || access === undefined) return sent.forward();
    return sent.forward({ headers: may(access) ? { authorization: "Bearer token-owner" } : NO_LINK });
  };
};
const NO_LINK = { serviceapi: "shared_link=https://c.example/s/none" };

/** Takes 13:30+05:30 for 13:30 UTC. */
const readingLocalTimes = requests(
  ({ body = "" }) => body.includes("+05:30") && { body: JSON.parse(body.replaceAll("+05:30", "Z")) },
);
const openingForInvited = requests(({ headers }) => headers["as-user"] !== undefined && { headers: NO_LINK });
const unconditional = requests(() => ({ headers: { "if-none-match": undefined } }));
const neverModified = replaces(
  ({ status }, { headers }) => status === 404 && headers["if-none-match"] !== undefined,
  () => new Response(null, { status: 304 }),
);
/** Stores another password of a link. */
const storing = (change: (password: string) => string) =>
  requests(({ json }) => {
    const { password, ...link } = objectAt(json, LINK);
    return typeof password === "string" && { body: { ...json, [LINK]: { ...link, password: change(password) } } };
  });

function keepingFirst(): Misbehave {
  let first: string | undefined;
  return storing((password) => {
    first ??= password;
    return first;
  });
}

/** Opens links of a pattern with the password of the previous request. */
function openingWithoutPassword(pattern: RegExp): Misbehave {
  let password = "";
  return requests(({ headers: { serviceapi: link = "&" } }) => {
    if (link.includes("shared_link_password")) password = link.replace(/^.*&/, "&");
    return pattern.test(link) && !link.includes("&") && { headers: { serviceapi: link + password } };
  });
}

/** Opens a link by its name whatever happened to it. */
const openingByName = replaces(
  ({ status }, { headers }) => status === 404 && /\/v\//.test(headers["serviceapi"] ?? ""),
  () => responseOf(200, {}),
);
/** Says for ever that nothing has changed since the first etag. */
function unchangedSinceFirst(): Misbehave {
  let first: string | undefined;
  return replaces(
    ({ ok }, { headers: { "if-none-match": etag } }) => {
      first ??= etag;
      return ok && etag !== undefined && etag === first;
    },
    () => new Response(null, { status: 304 }),
  );
}
const stillLocked = responds(
  403,
  ({ method, path }) => method === "POST" && path.startsWith("/files/10001/metadata"),
  () => errorBody(403, "access_denied_item_locked"),
);
const remaking: Misbehave = async (sent, sandbox) => {
  const file = sandbox.snapshot().files?.find(({ id }) => id === "10001");
  const { [LINK]: link, ...body } = sent.json;
  const isOver = Date.parse(String(file?.shared_link?.unshared_at)) < sandbox.clock.now();
  return isJsonObject(link) && isUpdate(sent) && isOver ? sent.forward({ body }) : sent.forward();
};
/** Opens a link after its removal where there is a new one. */
function openingRemoved(): Misbehave {
  let isRemoved = false;
  return async (sent, sandbox) => {
    isRemoved ||= sent.json[LINK] === null;
    const response = await sent.forward();
    const file = sandbox.snapshot().files?.find(({ id }) => id === "10001");
    return isRemoved && file?.shared_link && response.status === 404 ? responseOf(200, {}) : response;
  };
}
test.each<[defect: string, check: string, misbehave: Misbehave, rule?: string]>([
  ["an expiry is read without its offset", EXPIRES, readingLocalTimes],
  ["a lock never ends", EXPIRES, sending("lock", { expires_at: FAR })],
  ["a link never ends", EXPIRES, sending(LINK, { unshared_at: FAR })],
  ["a company's link opens for no colleague", ADMITS, following("token-member", (one) => one !== "company"), CALLER],
  ["a company's link opens for everybody", ADMITS, following("token-partner", () => true), CALLER],
  ["a link for invited users opens for colleagues", ADMITS, following("token-member", () => true), CALLER],
  ["an open link opens for the company alone", ADMITS, following("token-partner", () => false), CALLER],
  ["a company's link opens for invited users only", OPENS, openingForInvited],
  ["If-None-Match is ignored for a link", OPENS, unconditional, PRECONDITION],
  ["a link has not been modified since its first etag", OPENS, unchangedSinceFirst(), PRECONDITION],
  ["an expired link is not modified", EXPIRES, neverModified],
  ["the name of an expired link opens it", EXPIRES, openingByName],
  ["an expired lock keeps others from adding metadata", EXPIRES, stillLocked],
  ["the password of a link is not checked", OPENS, openingWithoutPassword(/./)],
  ["the password of a link is not checked with its own name", OPENS, openingWithoutPassword(/\/v\//)],
  ["a link keeps its first password", OPENS, keepingFirst()],
  ["a plus sign in a password becomes a space", OPENS, storing((one) => one.replaceAll("+", " ")), SUCCEEDS],
])("finds that %s, and restores the file", async (_, check, misbehave, rule = KEPT) => {
  const { rules, leftBehind } = await runOn([`updateFile/${check}`], misbehave);
  expect(rules).toContain(rule);
  expect(leftBehind).toEqual([]);
});

test.each<[defect: string, check: string, message: RegExp, misbehave: Misbehave]>([
  ["a 304 needs no password of the link", OPENS, /without its secret/, neverModified],
  ["a new link is that which was removed", OPENS, /after a new one/, openingRemoved()],
  ["a link stays expired", EXPIRES, /Expected `shared_link.*` made again after its expiry/, remaking],
])("finds that %s", async (_, check, message, misbehave) => {
  expect((await runOn([`updateFile/${check}`], misbehave)).messages.join()).toMatch(message);
});

test("finds that a removed link still resolves, and reports that it remains", async () => {
  const { rules, leftBehind } = await runOn([`updateFile/${OPENS}`], async (sent, sandbox) =>
    sent.json[LINK] === null ? forgetting(LINK)(sent, sandbox) : sent.forward(),
  );
  expect(rules).toEqual([KEPT]);
  expect(leftBehind).toEqual([
    "File 10001 was called invoice-001.pdf, and its description, shared_link could not be restored.",
  ]);
});
