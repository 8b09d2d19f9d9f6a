import { expect, test } from "vitest";
import type { KnownCaller } from "../../../src/index.js";
import { replaces, responseOf, runOn } from "../../support/defects.js";

/** A user of the default seed who may not see the file. */
const member = { name: "the member", token: "token-member" };
const workspace = { fileId: "10001", folderId: "3006" };

test.each<[what: string, check: string, callers: readonly KnownCaller[]]>([
  ["who may see the file", "ends-what-expires", [member]],
  [
    "the tenant of the user of the token",
    "admits/shared_link",
    [{ ...member, facts: { tenant: "7001", hidden: { file: ["10001"] } } }],
  ],
])("a healthy service has no violation where nobody says %s", async (_, check, callers) => {
  const target = { token: "token-admin", secondToken: undefined, workspace, callers };
  const { messages } = await runOn([`updateFile/${check}`], undefined, { target });
  expect(messages).toEqual([]);
});

test("a finding names the caller whose request it is", async () => {
  const isOfMember = (_: Response, { headers }: { headers: Readonly<Record<string, string>> }) =>
    headers["authorization"] === "Bearer token-member";
  const callers = [{ ...member, facts: { roles: ["member"] } }];
  const { checks } = await runOn(
    ["updateFile/*"],
    replaces(isOfMember, () => responseOf(500)),
    {
      target: { token: "token-admin", secondToken: undefined, workspace, callers },
    },
  );
  const findings = checks.flatMap((check) => check.findings);
  expect(new Set(findings.map(({ caller }) => caller))).toContain("the member");
});
