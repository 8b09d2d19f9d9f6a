import { type Contract, loadContract, objectAt } from "content-service-contract";
import { type CheckReport, runChecks } from "content-service-contract-tests";
import { expect, test } from "vitest";
import { isCommonName } from "../../contract-tests/test/support/common-names.js";
import type { Defect } from "../proof/defects/defect.js";
import { known, startDefectServer } from "../proof/defects/defect-server.js";
import { plantedDefects } from "../proof/defects/index.js";
import { renamedCopy } from "../proof/renamed-copy.js";

const contract = loadContract();
const copy = renamedCopy(contract, isCommonName);
const defects = await plantedDefects(contract);
const CHOSEN = [
  ...["getCurrentUser/property-renamed/avatar_url", "addEmailAlias/role-not-checked", "updateFile/ignores-If-Match"],
  ...["deleteUser/record-of-others-not-hidden", "updateFile/ignores-lock", "createCollaboration/returns-another-role"],
  ...["listFileVersionRetentions/ignores-disposition_after", "queryMetadata/reads-NOT-as-nothing"],
  ...["createWebLink/accepts-a-duplicate", "deleteFileMetadata/does-not-do", "restoreFolder/does-not-do"],
];
const chosen = defects.filter(({ id }) => CHOSEN.includes(id));

/** Every check of a run, with its outcome and its findings, in the former names. */
async function runOn(defect: Defect | undefined, isCopy: boolean): Promise<string[]> {
  const { baseUrl, authUrl, fetch, sandbox } = await startDefectServer(defect);
  const clock = { advance: (delayMs: number) => sandbox.clock.advance(delayMs) };
  const given = isCopy ? copy.target(known) : known;
  const target = { ...given, baseUrl, authUrl, clock, fetch: isCopy ? copy.fetch(fetch) : fetch };
  const operation = defect && (isCopy ? copy.renamed(defect.operation) : defect.operation);
  const { checks } = await runChecks(target, {
    ...{ contract: isCopy ? copy.contract : contract, effects: "lasting", closed: true, listed: true },
    operations: operation === undefined ? undefined : [operation],
    wait: async (delayMs) => sandbox.clock.advance(delayMs),
  });
  return checks.map((one) => copy.former(shown(one)));
}

function shown({ id, outcome, reason = "", findings }: CheckReport["checks"][number]): string {
  const found = findings.map(({ rule, operation, at }) => `${rule} ${operation} ${at}`);
  return [id, outcome, reason, ...found].join(" ");
}

const COMMON = ["Error", "ErrorCode", "Page", "PageOrder", "User", "UserFields", "policy_id", "schema", "users"];

test("a copy of the contract has other names", () => {
  const namesOf = ({ document, operations }: Contract) => [
    ...operations.flatMap(({ id, path, parameters }) => [
      id,
      ...path.split("/"),
      ...parameters.map(({ name }) => name),
    ]),
    ...Object.keys(objectAt(objectAt(document, "components"), "schemas")),
  ];
  const others = new Set(namesOf(copy.contract));
  const shared = new Set(namesOf(contract).filter((one) => others.has(one) && !isCommonName(one)));
  // Of common words alone.
  expect([...shared].filter((one) => /^\w/.test(one)).sort()).toEqual(COMMON);
  expect(chosen.length).toBe(CHOSEN.length);
});

test("a healthy service with other names gets the same checks, and no finding", async () => {
  const [own, other] = [await runOn(undefined, false), await runOn(undefined, true)];
  expect(other).toEqual(own);
  expect(own.filter((one) => / (failed|errored) /.test(one))).toEqual([]);
  expect(own.length).toBeGreaterThan(900);
});

test.each(chosen.map((one) => [one.describe, one] as const))(
  "finds the same with other names: %s",
  async (_, defect) => {
    const own = await runOn(defect, false);
    expect(await runOn(defect, true)).toEqual(own);
    expect(own.filter((one) => one.includes(" failed "))).not.toEqual([]);
  },
);
