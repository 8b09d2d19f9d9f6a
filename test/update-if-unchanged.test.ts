import { isApiError, updateIfUnchanged } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith, errorOf } from "./support/client-with.js";
import { json, type Reply, reply, reset, scriptedFetch, status } from "./support/scripted-fetch.js";

const changed = () => json({ code: "precondition_failed", message: "Changed." }, 412);
/** The responses with 412 of services and proxies outside the contract. */
const others: [body: string, reply: Reply][] = [
  ["an empty body", status(412)],
  ["HTML", reply("<h1>412</h1>", 412)],
  ["another code", () => json({ code: "etag_mismatch" }, 412)],
];
const updated = () => json({ type: "file", id: "4001", etag: "9" });

/** Updates a file whose etag is new at each reading. */
function updating(...replies: [Reply, ...Reply[]]) {
  const { client, clock, fetch } = clientWith(scriptedFetch(...replies));
  let reads = 0;
  const read = async () => ({ etag: `${++reads}` });
  const change = (_: object, header: object) => client.updateFile({ path: { file_id: "1" }, header, body: {} });
  const update = (options?: { maxAttempts?: number }) => clock.run(updateIfUnchanged(read, change, options));
  return { update, etags: () => fetch.sent.map(({ headers }) => headers.get("if-match")) };
}

describe("updateIfUnchanged", () => {
  it("reads again and sends the new etag, until nobody came first [CL-7]", async () => {
    const { update, etags } = updating(changed, changed, updated);
    await expect(update()).resolves.toMatchObject({ etag: "9" });
    expect(etags()).toEqual(["1", "2", "3"]);
  });

  it.each(others)("reads again after a 412 with %s [CL-7]", async (_, other) => {
    const { update, etags } = updating(other, updated);
    await expect(update()).resolves.toMatchObject({ etag: "9" });
    expect(etags()).toEqual(["1", "2"]);
  });

  it("is a TypeError for an unknown option, and nothing is sent [CL-7]", async () => {
    const { update, etags } = updating(updated);
    const misspelled: object = { attempts: 5 };
    await expect(update(misspelled)).rejects.toThrow("unknown option attempts: the options are maxAttempts");
    expect(etags()).toEqual([]);
  });

  it("ends with the last 412 after as many attempts as it may make [CL-7]", async () => {
    const { update, etags } = updating(changed);
    expect(isApiError(await errorOf(update({ maxAttempts: 2 })), "precondition_failed")).toBe(true);
    expect(etags()).toEqual(["1", "2"]);
  });

  it("does not repeat a change that may have been applied, nor after another error [CL-7]", async () => {
    const lost = updating(reset, changed);
    await expect(lost.update()).rejects.toMatchObject({ status: 412, mayBeApplied: true });
    expect(lost.etags()).toEqual(["1", "1"]);
    const missing = updating(() => json({ code: "not_found" }, 404));
    await expect(missing.update()).rejects.toMatchObject({ status: 404 });
    expect(missing.etags()).toEqual(["1"]);
  });

  it("is a TypeError for a record without an etag, and nothing is sent [CL-7]", async () => {
    const change = () => expect.fail("nothing may be sent");
    await expect(updateIfUnchanged(async () => ({ etag: null }), change)).rejects.toThrow("read must return a record");
  });
});
