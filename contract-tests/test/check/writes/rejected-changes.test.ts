import { type JsonObject, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { runOn, type Sent } from "../../support/defects.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);
const LINK = "shared_link";

test.each([404, 409, 412])("finds that the parts of a change that is rejected with %i are made", async (rejection) => {
  const { messages, sandbox } = await runOn(["updateFile/all-or-nothing"], async (sent) => {
    const response = await sent.forward();
    const { description = "", tags = [], lock = null, shared_link: link = null } = sent.json;
    if (response.status === rejection && isUpdate(sent))
      await sent.forward({ headers: { "if-match": undefined }, body: { description, tags, lock, [LINK]: link } });
    return response;
  });
  for (const name of ["description", "tags", "lock", LINK]) expect(messages.join()).toContain(`\`${name}`);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "" });
});

const ofLease = ({ json }: Sent) => objectAt(json, LINK)["vanity_name"] === "office-lease";

const FILE = "of another file";

test.each<[what: string, found: string, isAccepted: (sent: Sent, file: JsonObject, status: number) => boolean]>([
  ["a new link takes the name of another one", FILE, (sent, file) => ofLease(sent) && file[LINK] == null],
  ["a link changes to the name of another one", FILE, (sent, file) => ofLease(sent) && file[LINK] != null],
  ["a file takes the name of a folder beside it", "another kind of record", ({ json }) => json["name"] === "Leases"],
  [
    "a file moves to where its name is taken",
    FILE,
    // Its name is the one in the request already.
    ({ json }, file, status) =>
      status === 409 && objectAt(json, "parent")["id"] !== file["parent_id"] && file["name"] === json["name"],
  ],
])("finds that %s", async (_, found, isAccepted) => {
  const { messages } = await runOn(["updateFile/all-or-nothing"], async (sent, sandbox) => {
    const file: JsonObject = Object(sandbox.snapshot().files?.find(({ id }) => id === "10001"));
    const response = await sent.forward();
    const isMeant = response.status >= 400 && isUpdate(sent) && isAccepted(sent, file, response.status);
    return isMeant ? sent.forward({ body: {} }) : response;
  });
  expect(messages.join()).toContain(found);
});
