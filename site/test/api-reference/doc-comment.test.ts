import { describe, expect, it } from "vitest";
import { parseDocComment, summaryOf } from "../../api-reference/doc-comment.js";

describe("a docstring", () => {
  it("is taken apart at its tags, and keeps the lines of its example", () => {
    const doc = parseDocComment(`/**
 * Reads a file. In full.
 *
 * - \`a\`: one
 *
 * @default 30000
 * @throws TypeError when the path
 * is empty.
 * @throws ApiError when it is gone.
 * @example
 * if (ready) {
 *   read("me@home.example");
 * }
 */`);
    expect(doc).toEqual({
      text: "Reads a file. In full.\n\n- `a`: one",
      defaultValue: "30000",
      returns: undefined,
      throws: ["TypeError when the path\nis empty.", "ApiError when it is gone."],
      examples: ['if (ready) {\n  read("me@home.example");\n}'],
    });
  });

  it("may stand on one line with its default", () => {
    expect(parseDocComment("/** The port. @default 0, one that is free */")).toMatchObject({
      text: "The port.",
      defaultValue: "0, one that is free",
    });
  });

  it("is refused with a tag that nobody would see", () => {
    expect(() => parseDocComment("/** Old. @deprecated use another */")).toThrow("@deprecated is not known");
  });

  it("is summed up by its first sentence", () => {
    const summary = (text: string) => summaryOf(parseDocComment(`/** ${text} */`));
    expect(summary("Asks `api.example/2.0` first. Then waits.")).toBe("Asks `api.example/2.0` first.");
    expect(summary("One line\n * and a second")).toBe("One line and a second");
    expect(summary("Opened by: Nobody else")).toBe("Opened by.");
  });
});
