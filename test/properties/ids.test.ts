import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caught } from "../support/caught.js";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { anyText, isWhole } from "./support/texts.js";

const anyId = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }) },
);

const canBeSent = (id: unknown) => typeof id === "string" && !["", ".", ".."].includes(id) && isWhole(id);

describe("ids in a path", () => {
  it("each stay in their own segment, or are a TypeError and nothing is sent", async () => {
    const property = fc.asyncProperty(
      anyId,
      anyId,
      anyId,
      fc.boolean(),
      async (file_id, scope, template_key, plain) => {
        const fetch = scriptedFetch(() => json({ $id: "1" }));
        const { client } = clientWith(fetch);
        const ids = [file_id, scope, template_key];
        // Plain JavaScript can pass anything.
        const path = { file_id, scope, template_key } as { file_id: string; scope: string; template_key: string };
        const call = plain
          ? client.http.GET("/files/{file_id}/metadata/{scope}/{template_key}", { params: { path } })
          : client.getFileMetadata({ path });
        if (!ids.every(canBeSent)) {
          expect(await caught(call)).toBeInstanceOf(TypeError);
          expect(fetch.sent).toEqual([]);
          return;
        }
        await call;
        expect(fetch.sent).toHaveLength(1);
        const { origin, pathname, search, hash } = new URL(fetch.sent[0]?.url ?? "");
        expect({ origin, search, hash }).toEqual({ origin: "https://api.content.example", search: "", hash: "" });
        const segments = pathname.split("/").map(decodeURIComponent);
        expect(segments).toEqual(["", "2.0", "files", file_id, "metadata", scope, template_key]);
      },
    );
    await check(property);
  });
});
