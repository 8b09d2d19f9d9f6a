import { createHash, hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Buffer as BufferOfBrowser,
  createHash as createHashOfBrowser,
  hash as hashOfBrowser,
  isDeepStrictEqual as isDeepStrictEqualOfBrowser,
  readLimitedBody,
  timingSafeEqual,
} from "../browser/node-stand-ins.js";

const anyText = fc.string({ unit: "binary" });

test("the stand-ins for Node in a browser compute the same hashes", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, other) => {
      expect(hashOfBrowser("sha1", text)).toBe(hash("sha1", text));
      const digest = createHash("sha256").update(text).digest();
      const ofBrowser = createHashOfBrowser("sha256").update(other).digest();
      expect(timingSafeEqual(createHashOfBrowser("sha256").update(text).digest(), digest)).toBe(true);
      expect(timingSafeEqual(ofBrowser, digest)).toBe(text === other);
    }),
  );
});

test("they compare values in the same way", () => {
  const pairs = fc.oneof(
    fc.tuple(fc.jsonValue(), fc.jsonValue()),
    fc.jsonValue().map((value) => [value, structuredClone(value)] as const),
    fc.constantFrom([{ a: undefined }, {}], [{ a: undefined }, { b: undefined }], [[], {}], [null, {}], [0, -0]),
  );
  fc.assert(
    fc.property(pairs, ([first, second]) => {
      expect(isDeepStrictEqualOfBrowser(first, second)).toBe(isDeepStrictEqual(first, second));
    }),
  );
});

test("they encode and decode the same base64, also for half a character", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.constant("half \ud83d")), (text) => {
      const written = BufferOfBrowser.from(text).toString("base64url");
      expect(written).toBe(Buffer.from(text).toString("base64url"));
      expect(BufferOfBrowser.from(written, "base64url").toString()).toBe(Buffer.from(text).toString());
    }),
  );
});

test.each([
  ["", ""],
  ["four", "four"],
  ["fünf", undefined],
])("they read a body up to a limit of bytes: %j", async (body, expected) => {
  const request = new Request("https://sandbox.invalid", { method: "POST", body });
  const bytes = await readLimitedBody(request, 4);
  expect(bytes && new TextDecoder().decode(bytes)).toBe(expected);
});
