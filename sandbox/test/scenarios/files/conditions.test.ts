import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { expectApiError } from "../../support/responses.js";
import { openSandbox, test } from "../../support/start-sandbox.js";

/** Conditions on a file whose etag is 0, and whether each header names it. */
const conditions: readonly [condition: string, ifMatch: boolean, ifNoneMatch: boolean][] = [
  ["0", true, true],
  ["*", true, true],
  ['"0"', true, true],
  ['"7", "0"', true, true],
  [',"7",, "0" ,', true, true],
  ['W/"0"', false, true],
  ['"7",W/"0"', false, true],
  ["7", false, false],
  ['"7"', false, false],
  ["0, 7", false, false],
  ['"0', false, false],
  ['w/"0"', false, false],
];

describe("the etag 0", () => {
  test.each(conditions)(
    "is named by %s as RFC 9110 says, or as it is [ER-08] [ER-18]",
    async (condition, ifMatch, ifNoneMatch) => {
      const { as } = await openSandbox();
      const found = as("owner").findSharedItem({
        header: { ...sharedLink({ url: "https://content.example/s/invoice" }), "If-None-Match": condition },
      });
      if (ifNoneMatch) expect(await found).toBeUndefined();
      else expect(await found).toMatchObject({ id: "4002" });
      const call = as("owner").updateFile({
        path: { file_id: "4002" },
        header: { "If-Match": condition },
        body: { name: "x.pdf" },
      });
      if (ifMatch) expect((await call).name).toBe("x.pdf");
      else await expectApiError(call, 412, "precondition_failed");
    },
  );
});
