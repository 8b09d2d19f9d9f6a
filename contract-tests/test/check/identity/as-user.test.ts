import { describe, expect, test } from "vitest";
import { type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const without = (sent: Sent) => {
  const { "as-user": _, ...headers } = sent.headers;
  return sent.forward({ headers });
};
const withToken = (sent: Sent, token: string) => {
  const { "as-user": _, ...headers } = sent.headers;
  return sent.forward({ headers: { ...headers, authorization: `Bearer ${token}` } });
};
const asUser = ({ headers }: Sent) => headers["as-user"];
const isAdmin = ({ headers }: Sent) => headers["authorization"] === "Bearer token-admin";
/** Ignores `As-User` where it should be rejected. */
const lenient =
  (isMeant: (sent: Sent) => boolean, instead = without): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    return response.status === 403 && asUser(sent) !== undefined && isMeant(sent) ? instead(sent) : response;
  };

/** The user of the previous call stays, as with a pooled connection. */
function sticky(): Misbehave {
  let last: string | undefined;
  return (sent) => {
    const user = isAdmin(sent) ? (asUser(sent) ?? last) : undefined;
    last = isAdmin(sent) ? asUser(sent) : last;
    return sent.forward({ headers: { ...sent.headers, ...(user === undefined ? {} : { "as-user": user }) } });
  };
}

const ACTS = "getCurrentUser/acts-for-the-user";
const UNKNOWN = "rejects-unknown-as-user";

const HIDES = "hides-records-of-others";

const defects: [defect: string, check: string, create: () => Misbehave][] = [
  [
    "a query shows the files of others",
    `queryMetadata/${HIDES}`,
    () => (sent) => (sent.path.startsWith("/metadata_queries") ? withToken(sent, "token-owner") : sent.forward()),
  ],
  [
    "an assignment of others is shown",
    `getTaskAssignment/${HIDES}`,
    () => (sent) => (sent.path.startsWith("/task_assignments") ? withToken(sent, "token-owner") : sent.forward()),
  ],
  ["As-User is ignored", ACTS, () => without],
  ["the user of the previous call stays", ACTS, sticky],
  [
    "As-User of the own id is rejected",
    ACTS,
    () => (sent) => sent.forward(asUser(sent) === "1001" ? { headers: { ...sent.headers, "as-user": "1900" } } : {}),
  ],
  [
    "As-User of another user acts as the first admin",
    ACTS,
    () => (sent) => sent.forward(asUser(sent) === undefined ? {} : { headers: { ...sent.headers, "as-user": "1001" } }),
  ],
  ["an unknown As-User is ignored", `getTaskAssignment/${UNKNOWN}`, () => lenient((sent) => asUser(sent) !== "1900")],
  ["a malformed As-User is ignored", `queryMetadata/${UNKNOWN}`, () => lenient((sent) => asUser(sent) === "nobody")],
  [
    "a user of another enterprise can be meant",
    `getCurrentUser/${UNKNOWN}`,
    () =>
      lenient(
        (sent) => asUser(sent) === "1900",
        (sent) => withToken(sent, "token-partner"),
      ),
  ],
  ["an unknown As-User changes a file", `updateFile/${UNKNOWN}`, () => lenient(() => true)],
  ["an unknown As-User creates a task", `createTask/${UNKNOWN}`, () => lenient(() => true)],
  [
    "one list ignores As-User",
    "listEnterpriseMetadataTemplates/acts-like-the-user",
    () => (sent) =>
      sent.path.startsWith("/metadata_templates/enterprise")
        ? withToken(sent, isAdmin(sent) ? "token-partner" : "token-owner")
        : sent.forward(),
  ],
  [
    "a list for admins ignores As-User",
    "listFileVersionRetentions/acts-like-the-user",
    () => (sent) => (sent.path.startsWith("/file_version_retentions") ? without(sent) : sent.forward()),
  ],
  [
    "a query ignores As-User",
    "queryMetadata/acts-like-the-user",
    () => (sent) => (sent.path.startsWith("/metadata_queries") ? without(sent) : sent.forward()),
  ],
  [
    "one operation allows As-User to everyone",
    "findSharedItem/requires-rights-for-as-user",
    () =>
      lenient(
        (sent) => sent.path.startsWith("/shared_items") && !isAdmin(sent),
        (sent) => withToken(sent, "token-admin"),
      ),
  ],
];

describe("As-User", () => {
  test.each(defects)("finds that %s", async (_, check, create) => {
    const second = check.endsWith(HIDES) ? { secondToken: "token-member" } : {};
    const { results, rules, leftBehind } = await runOnBroken([check], create(), second);
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([[check, "failed"]]);
    expect(rules).toContain("caller-respected");
    expect(leftBehind.filter((one) => !one.endsWith("a wrong caller."))).toEqual([]);
  });

  const checks = ["getCurrentUser", "findSharedItem", "queryMetadata", "listFilesOnHold"].flatMap((id) => [
    `${id}/rejects-unknown-as-user`,
    `${id}/acts-`,
    `${id}/requires-rights-for-as-user`,
    `${id}/${HIDES}`,
  ]);

  test("has no findings on a healthy sandbox, whatever the tokens are", async () => {
    for (const [token, secondToken] of [
      ["token-admin", "token-owner"],
      ["token-admin", "token-admin"],
      ["token-admin", "token-partner"],
      ["token-admin", "no-such-token"],
      ["token-owner", "token-admin"],
      ["token-service", "token-reviewer"],
      ["token-owner", undefined],
    ] as const) {
      const { results } = await runOnBroken(checks, undefined, { token, secondToken });
      expect(results.filter(({ outcome }) => outcome === "failed" || outcome === "errored")).toEqual([]);
    }
  });

  test("is skipped with the name of the missing value", async () => {
    const { results } = await runOnBroken(checks, undefined, { secondToken: undefined, parameters: {} });
    expect(new Set(results.flatMap(({ reason = [] }) => reason))).toEqual(
      new Set([
        "Missing id of another user: give As-User in --parameters",
        "Missing second token: give --second-token",
      ]),
    );
  });
});
