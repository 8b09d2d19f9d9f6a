import { createRequestGuard } from "content-service-contract-tests/local-server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const request = (headers: Readonly<Record<string, string>>, method = "GET") => ({
  method,
  url: "/",
  rawHeaders: Object.entries(headers).flat(),
});

describe("a request guard", () => {
  test("allows no host name but those of loopback and its own, whatever is around them", () => {
    const guard = createRequestGuard(["sandbox"]);
    const known = fc.constantFrom("localhost", "127.0.0.1", "[::1]", "sandbox", "");
    const around = fc.string({ unit: fc.constantFrom(..."ex.-_:@/%[]0127aA \u00e4"), maxLength: 6 });
    fc.assert(
      fc.property(around, known, around, (before, name, after) => {
        const host = before + name + after;
        if (guard(request({ host })) !== undefined) return;
        expect(host).toMatch(/^(localhost|sandbox|\[::1\]|127(\.\d{1,3}){3})(:\d*)?$/i);
      }),
      { numRuns: 2_000 },
    );
  });

  test("allows no origin but the host itself", () => {
    const guard = createRequestGuard();
    const host = "127.0.0.1:4010";
    const around = fc.string({ unit: fc.constantFrom(..."ex.-:@/0127 "), maxLength: 6 });
    fc.assert(
      fc.property(around, fc.constantFrom(`http://${host}`, host, "null"), around, (before, name, after) => {
        const origin = before + name + after;
        if (origin === `http://${host}`) return;
        expect(guard(request({ Host: host, Origin: origin }))).toMatchObject({ status: 403 });
      }),
      { numRuns: 2_000 },
    );
  });

  test("quotes at most the beginning of a long host or origin", () => {
    const guard = createRequestGuard();
    const long = "a".repeat(5_000);
    for (const headers of [{ host: long }, { host: "localhost", origin: `http://${long}` }])
      expect(guard(request(headers))?.message.length).toBeLessThan(300);
  });

  test("names --allow-host only where there is such an option", () => {
    const headers = { host: "sandbox" };
    expect(createRequestGuard([])(request(headers))?.message).toContain("--allow-host");
    expect(createRequestGuard()(request(headers))?.message).not.toContain("--allow-host");
  });

  test("compares hosts in the form in which browsers send them", () => {
    const guard = createRequestGuard(["SANDBOX", "0:0:0:0:0:0:0:2", "[FE80::1]", "my_sandbox"]);
    for (const host of ["sandbox", "Sandbox:1", "[::2]", "[fe80::1]:80", "my_sandbox"])
      expect(guard(request({ host }))).toBeUndefined();
  });
});
