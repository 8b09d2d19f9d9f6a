import { metadataQuery, type QueryValue, sharedLink } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

function sending() {
  const fetch = scriptedFetch(() => json({ type: "file", id: "4001", entries: [], limit: 1 }));
  return { ...clientWith(fetch), sent: fetch.sent };
}

// Stands for no character by itself, so it cannot be written as UTF-8.
const half = "a\ud800";

describe("half a surrogate pair", () => {
  it("in an id is a TypeError before anything is sent", async () => {
    const { client, sent } = sending();
    const refusal = new TypeError("path.file_id must be a non-empty string other than . and ..");
    const path = { file_id: half };
    await expect(client.updateFile({ path, body: {} })).rejects.toThrow(refusal);
    await expect(client.http.PUT("/files/{file_id}", { params: { path }, body: {} })).rejects.toThrow(refusal);
    expect(sent).toEqual([]);
  });

  it("in a query is a TypeError before anything is sent, also in a list", async () => {
    const { client, sent } = sending();
    const refusal = (name: string) =>
      new TypeError(`query.${name} must be a string, number, boolean or an array of them`);
    const query = { policy_id: half };
    await expect(client.listFileVersionRetentions({ query })).rejects.toThrow(refusal("policy_id"));
    // Plain JavaScript can pass anything.
    const fields = ["name", half] as "name"[];
    await expect(client.http.GET("/users/me", { params: { query: { fields } } })).rejects.toThrow(refusal("fields"));
    expect(sent).toEqual([]);
  });

  it("in a shared link or its password is a TypeError", () => {
    expect(() => sharedLink({ url: half })).toThrow(new TypeError("url must be a shared link"));
    expect(() => sharedLink({ url: "x", password: half })).toThrow(/^password must be a non-empty string/);
  });

  it("in a secret of the body is a TypeError before anything is sent, since it could not be found in an answer", async () => {
    const { client, sent } = sending();
    const body = { shared_link: { access: "open", password: half } } as const;
    const call = client.updateFile({ path: { file_id: "4001" }, body });
    await expect(call).rejects.toThrow(new TypeError("a secret in the body must be well-formed text"));
    expect(sent).toEqual([]);
    await client.updateFile({ path: { file_id: "4001" }, body: { name: half } });
    expect(sent).toHaveLength(1);
  });
});

describe("a header value", () => {
  it.each([" ", "\t", " 3", "3 ", "3\t"])(
    "with a blank around it is refused, since fetch takes it off: %j",
    async (value) => {
      const { client, sent } = sending();
      const refusal = /must be trimmed, non-empty Latin-1 without line breaks$/;
      const header = { "If-Match": value };
      await expect(client.updateFile({ path: { file_id: "4001" }, header, body: {} })).rejects.toThrow(refusal);
      expect(() => client.asUser(value)).toThrow(refusal);
      expect(sent).toEqual([]);
    },
  );
});

describe("a metadata query", () => {
  it("refuses a list with a gap, which would leave a comma without a value", () => {
    const gap = Object.assign(["open"], { 2: "late" });
    expect(() => metadataQuery`status IN ${gap as QueryValue}`).toThrow(/^value 2 of the query must be/);
  });

  it("refuses a broken escape, in place of which a tag is given undefined", () => {
    const refusal = new TypeError("the query has a backslash that starts no escape");
    expect(() => metadataQuery`party LIKE ${"a"} AND name LIKE '\x'`).toThrow(refusal);
  });
});
