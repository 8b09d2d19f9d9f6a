import { expect, test } from "vitest";
import { changedJson, jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && path.startsWith("/files/");
const matchOf = ({ headers }: Sent) => headers["if-match"];
const withoutMatch = (sent: Sent) => {
  const { "if-match": _, ...headers } = sent.headers;
  return sent.forward({ headers });
};

/** Compares `If-Match` in another way. */
const comparing =
  (isEqual: (sent: string, etag: string) => boolean): Misbehave =>
  async (sent, sandbox) => {
    const given = matchOf(sent);
    const etag = sandbox.snapshot().files?.find(({ id }) => sent.path.startsWith(`/files/${id}`))?.etag ?? "";
    return given !== undefined && isUpdate(sent) && isEqual(given, etag) ? withoutMatch(sent) : sent.forward();
  };

/** Ignores `If-Match` for one kind of change. */
const ignoringFor =
  (name: string): Misbehave =>
  (sent) =>
    isUpdate(sent) && name in sent.json && Object.keys(sent.json).length === 1 ? withoutMatch(sent) : sent.forward();

/** Handles two equal requests at once as if each were the only one. */
function racing(isMeant: (sent: Sent) => boolean): Misbehave {
  let last: Promise<Response> | undefined;
  let count = 0;
  return async (sent) => {
    if (!isMeant(sent)) return sent.forward();
    count += 1;
    if (count % 2 === 0 && last !== undefined) {
      const { status, headers, body } = (await last).clone();
      return new Response(body, { status, headers });
    }
    last = sent.forward();
    return (await last).clone();
  };
}

const OTHER = "updateFile/rejects-other-etags";
const ALWAYS = "updateFile/respects-if-match-always";
const ONE = "one-of-two-at-once";

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "etags are compared as numbers",
    OTHER,
    "precondition-respected",
    comparing((sent, etag) => Number(sent) === Number(etag)),
  ],
  [
    "a number is read from an etag",
    OTHER,
    "precondition-respected",
    comparing((sent, etag) => parseInt(sent, 10) === Number(etag)),
  ],
  ["a longer etag is accepted", OTHER, "precondition-respected", comparing((sent, etag) => sent.startsWith(etag))],
  [
    "an older etag is accepted",
    OTHER,
    "precondition-respected",
    comparing((sent, etag) => Number(sent) < Number(etag) - 1),
  ],
  ["a newer etag is accepted", OTHER, "precondition-respected", comparing((sent, etag) => Number(sent) > Number(etag))],
  ["an empty etag is accepted", OTHER, "precondition-respected", comparing((sent) => sent === '""')],
  ["a quoted etag is not compared", OTHER, "precondition-respected", comparing((sent) => sent.startsWith('"'))],
  ["a weak etag is not compared", OTHER, "precondition-respected", comparing((sent) => sent.startsWith("W/"))],
  ["a list is not compared", OTHER, "precondition-respected", comparing((sent) => sent.includes(","))],
  [
    "a rejected change has a new etag",
    OTHER,
    "precondition-respected",
    (() => {
      let rejected = 0;
      return async (sent: Sent) => {
        const response = await sent.forward();
        if (response.status === 412) rejected += 1;
        return isUpdate(sent) && response.ok
          ? changedJson(response, (body) => ({ ...body, etag: `${body["etag"]}${"0".repeat(rejected)}` }))
          : response;
      };
    })(),
  ],
  [
    "a 412 comes after the change",
    OTHER,
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      if (response.status === 412) await withoutMatch(sent);
      return response;
    },
  ],
  ["If-Match is ignored for a new name", ALWAYS, "precondition-respected", ignoringFor("name")],
  ["If-Match is ignored for a move", ALWAYS, "precondition-respected", ignoringFor("parent")],
  ["If-Match is ignored for a lock", ALWAYS, "precondition-respected", ignoringFor("lock")],
  ["If-Match is ignored for tags", ALWAYS, "precondition-respected", ignoringFor("tags")],
  ["If-Match is ignored for a shared link", ALWAYS, "precondition-respected", ignoringFor("shared_link")],
  [
    "two changes with one etag succeed",
    `updateFile/${ONE}`,
    "precondition-respected",
    racing((sent) => matchOf(sent) !== undefined),
  ],
  ["the second change overwrites the first", `updateFile/${ONE}`, "precondition-respected", withoutMatch],
  [
    "both changes are rejected",
    `updateFile/${ONE}`,
    "precondition-respected",
    async (sent) => (matchOf(sent) === undefined ? sent.forward() : jsonResponse(412, { code: "precondition_failed" })),
  ],
  [
    "two instances are created",
    `createFileMetadata/${ONE}`,
    "state-kept",
    racing(({ method, path }) => method === "POST" && path.includes("/metadata/")),
  ],
  ["two deletions succeed", `deleteFileMetadata/${ONE}`, "state-kept", racing(({ method }) => method === "DELETE")],
  [
    "two web links of a name are created",
    `createWebLink/${ONE}`,
    "state-kept",
    racing(({ path }) => path === "/web_links"),
  ],
  [
    "two templates of a key are created",
    `createMetadataTemplate/${ONE}`,
    "state-kept",
    racing(({ method, path }) => method === "POST" && path.includes("/schema")),
  ],
  [
    "two equal aliases are created",
    `addEmailAlias/${ONE}`,
    "state-kept",
    racing(({ path }) => path.includes("email_aliases")),
  ],
];

test.each(defects)("finds that %s", async (_, check, rule, misbehave) => {
  const { results, rules } = await runOnBroken([check], misbehave);
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([[check, "failed"]]);
  expect(rules).toContain(rule);
});

test("finds that responses of requests at once are mixed up", async () => {
  let open = 0;
  let first: Promise<Response> | undefined;
  const { results } = await runOnBroken(
    ["getTaskAssignment/", "findSharedItem/in-parallel", "queryMetadata/"],
    async (sent) => {
      open += 1;
      if (open === 1) first = undefined;
      try {
        const other = first;
        if (other !== undefined) return (await other).clone();
        first = sent.forward();
        await new Promise(setImmediate);
        return (await first).clone();
      } finally {
        open -= 1;
      }
    },
  );
  const mixed = results.filter(({ id }) => id.endsWith("/in-parallel"));
  expect(mixed).toMatchObject([{ outcome: "failed" }]);
  expect(new Set(mixed.flatMap(({ findings }) => findings.map(({ rule }) => rule)))).toContain("caller-respected");
});

const right: [service: string, misbehave: Misbehave][] = [
  [
    "reads If-Match as RFC 9110 does",
    comparing((sent, etag) => sent === "*" || sent.split(/, */).includes(`"${etag}"`)),
  ],
  [
    "rejects spellings that it does not know",
    async (sent) =>
      /^(W\/|")/.test(matchOf(sent) ?? "") ? jsonResponse(400, { code: "bad_request" }) : sent.forward(),
  ],
];

test.each(right)("accepts a service that %s", async (_, misbehave) => {
  const { results } = await runOnBroken([OTHER, ALWAYS, `updateFile/${ONE}`], misbehave);
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "passed"]);
});
