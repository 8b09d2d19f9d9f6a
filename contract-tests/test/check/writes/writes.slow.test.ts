import { loadContract } from "content-service-contract";
import { createSandbox, type Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { runChecks } from "../../../src/check/run-checks.js";
import { runOn, targetOn } from "../../support/defects.js";

const contract = loadContract();
const writing = contract.operations.filter(({ isSafe }) => !isSafe).map(({ id }) => id);
const strictly = { operations: writing, closed: true, listed: true };

test("a healthy sandbox passes at the level undone, and every change is undone", async () => {
  const sandbox = await createSandbox();
  const before = sandbox.snapshot();
  const report = await runChecks(targetOn(sandbox), { effects: "undone", ...strictly });
  expect(report.checks.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(report.leftBehind).toEqual([]);
  expect(report.checks.map(({ id }) => id)).toContain("updateFile/opens/shared_link");
  expect(withoutTraces(sandbox.snapshot())).toEqual(withoutTraces(before));
});

test("a healthy sandbox passes at the level lasting, and every remaining record is reported", async () => {
  const sandbox = await createSandbox();
  const report = await runChecks(targetOn(sandbox), { effects: "lasting", ...strictly });
  expect(report.checks.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(new Set(report.checks.map(({ operation }) => operation))).toEqual(new Set(writing));
  const remaining = report.leftBehind.map((one) => one.split(" ").slice(0, 2).join(" "));
  const creating = writing.filter((id) => /^(add|assign|create)/.test(id)).map((id) => `${id} created`);
  const others = [
    "createCollaboration gave",
    "deleteUser succeeded",
    "restoreFolder succeeded",
    "the member",
    "The group",
  ];
  expect(new Set(remaining)).toEqual(new Set([...creating, ...others]));
});

test("skips checks without their target values, each with its reason", async () => {
  const target = { workspace: undefined, refresh: undefined, parameters: {} };
  const all = writing.map((id) => `${id}/*`);
  const { checks: results } = await runOn(all, undefined, { target });
  const ran = results.filter(({ outcome }) => outcome !== "skipped").map(({ id }) => id);
  const possible = ["creates", "accepts-values"];
  expect(ran.filter((id) => /\/(creates|accepts|keeps(?!-others))/.test(id))).toEqual(
    possible.flatMap((name) => [`createMetadataTemplate/${name}`, `createTermsOfService/${name}`]),
  );
  expect(results.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      "Missing a file to work on: give --workspace file=ID",
      "Missing workspace: give the ids of records to work on",
      "Missing refresh token: give --client-id, --client-secret and --refresh-token",
      "Missing createCollaboration.item_id, the id of a folder: give it in --parameters",
      "Missing addEmailAlias.user_id, the id of a user: give it in --parameters",
      "Missing deleteUser.user_id, the id of a user: give it in --parameters",
      "Missing restoreFolder.folder_id, the id of a folder: give it in --parameters",
      "Missing restoreFolder.other_folder_id, the id of a folder: give it in --parameters",
    ]),
  );
});

const OTHER = "already, which could not be restored: give another one with --workspace file=ID";

test.each([
  ["updateFile/keeps/lock", "4005", `The file has a \`lock\` ${OTHER}`],
  ["updateFile/opens/shared_link", "4002", `The file has a \`shared_link\` ${OTHER}`],
  ["updateFile/keeps/parent", "4002", "The `parent` of the record is the given folder already"],
  ["createFileMetadata/applied-once", "4001", `The file has an instance ${OTHER}`],
])("skips %s, which could not be undone for file %s", async (id, fileId, reason) => {
  const { checks } = await runOn([id], undefined, { target: { token: "token-owner", ...on(fileId) } });
  expect(checks).toMatchObject([{ outcome: "skipped", reason }]);
});

test("skips a file that another user locked", async () => {
  const checks = ["updateFile/keeps/name", "createFileMetadata/applied-once", "deleteFileMetadata/deletes"];
  const { checks: results } = await runOn(checks, undefined, { target: { token: "token-co-admin", ...on("4005") } });
  expect(results.map(({ reason }) => reason)).toEqual(
    checks.map(() => "Another user locked the file: give another one with --workspace file=ID"),
  );
});

function on(fileId: string) {
  return { workspace: { folderId: "3001", fileId } };
}

/** The records without the parts that no check can restore: etags, times of changes, tokens and the id counter. */
function withoutTraces({ files = [], ...records }: Seed) {
  // A lock that has expired is no lock, and removing it changes nothing.
  const bare = files.map(({ etag, sequence_id, modified_at, modified_by, lock, ...file }) => ({
    ...file,
    lock: Date.parse(lock?.expires_at ?? "") < Date.now() ? null : lock,
  }));
  return { ...records, files: bare, access_tokens: [], refresh_tokens: [], next_id: 0, now: "" };
}
