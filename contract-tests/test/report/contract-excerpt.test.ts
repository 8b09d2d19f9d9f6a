import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { smallContract } from "../../../contract/test/support/small-contract.js";
import { contractExcerpt } from "../../src/report/contract-excerpt.js";

const quote = (pointer: string, maxLines = 20) => contractExcerpt(smallContract, pointer, { maxLines });

describe("an excerpt of the contract", () => {
  test("is the schema around a keyword, with the keyword marked", () => {
    expect(quote("/components/schemas/CrateFields/properties/name/maxLength")).toEqual({
      lines: [
        { text: "{", kind: "plain" },
        { text: '  "name": {', kind: "plain" },
        { text: '    "type": "string",', kind: "plain" },
        { text: '    "maxLength": 8', kind: "invalid" },
        { text: "  }", kind: "plain" },
        { text: "}", kind: "plain" },
      ],
      description: undefined,
    });
    const item = quote("/components/schemas/CrateFields/required/1");
    expect(item?.lines.map(({ text }) => text.trim())).toEqual(["{", '"required": [', '"type",', '"id"', "]", "}"]);
    expect(item?.lines[3]?.kind).toBe("invalid");
  });

  test("is the place itself for a pointer to an object, with its description apart and deep parts left out", () => {
    const found = quote("/components/responses/TooMany", 30);
    expect(found?.description).toBe("Too many requests.");
    const text = found?.lines.map((line) => line.text).join("\n");
    expect(text).toMatch(/^\{\n {2}"TooMany": \{\n {4}"headers": \{\n {6}"Retry-After": \{\n/);
    expect(text).not.toContain("Too many");
    expect(text).toContain("{…}");
  });

  test("has the nearest description above, but not a property named description", () => {
    const found = contractExcerpt(loadContract(), "/components/schemas/FileUpdate/properties/description/type", {
      maxLines: 9,
    });
    expect(found?.description).toMatch(/^[A-Z].*\.$/s);
    expect(quote("/paths/~1crates/get/responses/200/content")?.description).toBe("Crates.");
  });

  test("is limited, and undefined for a pointer that leads nowhere", () => {
    expect(quote("/paths", 5)?.lines.at(-1)?.text).toMatch(/^… \d+ more lines$/);
    expect(quote("/no/such/place")).toBeUndefined();
  });
});
