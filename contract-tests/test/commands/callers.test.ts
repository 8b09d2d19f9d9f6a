import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadContract } from "content-service-contract";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { readCallers } from "../../src/cli/callers.js";

const contract = loadContract();
const folder = temporaryFolder(afterAll);

function fileWith(value: unknown): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

test("reads tokens from the environment and facts from the file", async () => {
  process.env["TEST_MEMBER_TOKEN"] = "token-member";
  const facts = { id: "1005", roles: ["member"], hidden: { file: ["4001"] }, grants: { viewer: { file: "4002" } } };
  const listed = [
    { name: "the admin", facts: { roles: ["admin"] } },
    { name: "the member", env: "TEST_MEMBER_TOKEN", facts },
  ];
  const read = [
    { name: "the admin", token: undefined, facts: { roles: ["admin"] } },
    { name: "the member", token: "token-member", facts },
  ];
  expect(await readCallers(fileWith(listed), contract)).toEqual(read);
  expect(await readCallers(fileWith({ $schema: "./callers.schema.json", entries: listed }), contract)).toEqual(read);
});

test.each<[reason: RegExp, value: unknown]>([
  [/the file must be an array$/, { name: "x" }],
  [/\/0\/name is missing$/, [{ token: "secret-token" }]],
  [/\/0\/tokens is not documented$/, [{ name: "x", tokens: "secret-token" }]],
  [/entry 1 needs the variable NO_SUCH_VARIABLE, which is not set/, [{ name: "x", env: "NO_SUCH_VARIABLE" }]],
  [/entry 1 must have a token of ASCII characters/, [{ name: "x", token: "secret-token\n" }]],
  [/\/0\/facts\/role is not documented$/, [{ name: "x", facts: { role: "admin" } }]],
  [/\/0\/facts\/roles must be an array$/, [{ name: "x", facts: { roles: "admin" } }]],
  [
    /entry 1 has an unknown role "admn" in roles: the contract has admin, co-admin, service, member$/,
    [{ name: "x", facts: { roles: ["admn"] } }],
  ],
  [/entry 1 has an unknown role "owner" in grants: .* co-owner,/, [{ name: "x", facts: { grants: { owner: {} } } }]],
  [/entry 1 has an unknown type "files" in hidden: .* file,/, [{ name: "x", facts: { hidden: { files: ["4001"] } } }]],
  [/entry 1 has an unknown type "Folder" in visible:/, [{ name: "x", facts: { visible: { Folder: ["1"] } } }]],
  [/entry 1 has an unknown type "doc" in grants:/, [{ name: "x", facts: { grants: { viewer: { doc: "1" } } } }]],
  [/\/0\/facts\/hidden\/file must be an array$/, [{ name: "x", facts: { hidden: { file: "4001" } } }]],
])("rejects a file that %s", async (reason, value) => {
  const failure = readCallers(fileWith(value), contract);
  await expect(failure).rejects.toThrow(reason);
  await expect(failure).rejects.not.toThrow("secret-token");
});
