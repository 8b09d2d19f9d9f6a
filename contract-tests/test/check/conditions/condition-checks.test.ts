import { expect, test } from "vitest";
import {
  isUpdate,
  type Misbehave,
  replaces,
  requests,
  responds,
  runOn,
  type Sent,
  shows,
} from "../../support/defects.js";

const matchOf = ({ headers }: Sent) => headers["if-match"];
const WITHOUT_MATCH = { headers: { "if-match": undefined } };
/** As RFC 9110 reads it. */
const isListed = (sent: string, etag: string) => sent === "*" || sent.split(/, */).includes(`"${etag}"`);

/** Compares `If-Match` in another way. */
const comparing =
  (isEqual: (sent: string, etag: string) => boolean): Misbehave =>
  async (sent, sandbox) => {
    const given = matchOf(sent);
    const etag = sandbox.snapshot().files?.find(({ id }) => sent.path.startsWith(`/files/${id}`))?.etag ?? "";
    return sent.forward(given !== undefined && isUpdate(sent) && isEqual(given, etag) ? WITHOUT_MATCH : {});
  };

/** Handles two equal requests at once as if each were the only one. */
function racing(isMeant: (sent: Sent) => boolean): Misbehave {
  let last: Promise<Response> | undefined;
  let count = 0;
  return async (sent) => {
    if (!isMeant(sent)) return sent.forward();
    count += 1;
    if (count % 2 === 1) last = sent.forward();
    return (await (last ?? sent.forward())).clone();
  };
}

/** Each 412 makes the etag of the next change longer. */
function counting(): Misbehave {
  let rejected = 0;
  return async (sent, sandbox) => {
    const longer = shows(isUpdate, ({ etag }) => ({ etag: `${etag}${"0".repeat(rejected)}` }));
    const response = await longer(sent, sandbox);
    if (response.status === 412) rejected += 1;
    return response;
  };
}

const changingFirst = replaces(
  ({ status }) => status === 412,
  (sent, response) => sent.forward(WITHOUT_MATCH).then(() => response),
);
const isSchema = ({ path }: Sent) => path.includes("/schema");
const OTHER = "updateFile/rejects-other-etags";
const ALWAYS = "updateFile/respects-if-match-always";
const ONE = "one-of-two-at-once";
const KEPT = "state-kept";

const defects: [defect: string, check: string, misbehave: Misbehave, rule?: string][] = [
  ["etags are compared as numbers", OTHER, comparing((sent, etag) => Number(sent) === Number(etag))],
  ["an older etag is accepted", OTHER, comparing((sent, etag) => Number(sent) < Number(etag) - 1)],
  ["a newer etag is accepted", OTHER, comparing((sent, etag) => Number(sent) > Number(etag))],
  ["an empty etag is accepted", OTHER, comparing((sent) => sent === '""')],
  ["a quoted etag is not compared", OTHER, comparing((sent) => sent.startsWith('"'))],
  ["a list is not compared", OTHER, comparing((sent) => sent.includes(","))],
  ["a rejected change has a new etag", OTHER, counting()],
  ...["name", "parent", "lock", "tags", "shared_link"].map((name): (typeof defects)[number] => [
    `If-Match is ignored for ${name} alone`,
    ALWAYS,
    requests(({ json }) => Object.keys(json).join() === name && WITHOUT_MATCH),
  ]),
  ["two changes with one etag succeed", `updateFile/${ONE}`, racing((sent) => matchOf(sent) !== undefined)],
  ["the second change overwrites the first", `updateFile/${ONE}`, requests(() => WITHOUT_MATCH)],
  ["both changes are rejected", `updateFile/${ONE}`, responds(412, (sent) => matchOf(sent) !== undefined)],
  ["a 412 comes after the change", OTHER, changingFirst, KEPT],
  ["two instances are created", `createFileMetadata/${ONE}`, racing(({ path }) => path.includes("/metadata/")), KEPT],
  ["two deletions succeed", `deleteFileMetadata/${ONE}`, racing(({ method }) => method === "DELETE"), KEPT],
  ["two templates of a key are created", `createMetadataTemplate/${ONE}`, racing(isSchema), KEPT],
];

test.each(defects)("finds that %s", async (_, check, misbehave, rule = "precondition-respected") => {
  const { checks, rules } = await runOn([check], misbehave);
  expect(checks).toMatchObject([{ id: check, outcome: "failed" }]);
  expect(rules).toContain(rule);
});

test("finds that responses of requests at once are mixed up", async () => {
  let open = 0;
  let first: Promise<Response> | undefined;
  const mixed: Misbehave = async (sent) => {
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
  };
  const operations = ["findSharedItem", "getTaskAssignment", "queryMetadata"];
  const { checks, rules } = await runOn(["findSharedItem/in-parallel"], mixed, { operations });
  expect(checks).toMatchObject([{ outcome: "failed" }]);
  expect(rules).toContain("caller-respected");
});

test.each<[service: string, misbehave: Misbehave]>([
  ["reads If-Match as RFC 9110 does", comparing(isListed)],
  ["rejects spellings that it does not know", responds(400, (sent) => /^(W\/|")/.test(matchOf(sent) ?? ""))],
])("accepts a service that %s", async (_, misbehave) => {
  const { checks } = await runOn([OTHER, ALWAYS, `updateFile/${ONE}`], misbehave);
  expect(checks.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "passed"]);
});
