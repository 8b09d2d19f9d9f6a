import { createRequestGuard, listenProblem } from "content-service-contract/local-server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const request = (headers: Readonly<Record<string, string>>) => ({
  ...{ method: "GET", url: "/", rawHeaders: Object.entries(headers).flat() },
});

test.each<[unknown, string | undefined]>([
  [
    new Error("listen EADDRINUSE: address already in use 127.0.0.1:4010"),
    "The port 4010 is in use. Choose another: --port 4011",
  ],
  // As Prism rejects.
  ["listen EADDRINUSE: address already in use :::65535", "The port 65535 is in use. Choose another: --port 0"],
  [
    new Error("listen EACCES: permission denied 0.0.0.0:80"),
    "The port 80 needs the rights of an administrator. Choose another: --port 8080",
  ],
  [
    new Error("listen EADDRNOTAVAIL: address not available 10.1.1.1:4010"),
    "This machine does not have the address 10.1.1.1. Choose another: --host 127.0.0.1",
  ],
  [new Error("getaddrinfo ENOTFOUND nowhere"), "The host name nowhere is unknown. Choose an address: --host 127.0.0.1"],
  [new Error("connect ECONNREFUSED 127.0.0.1:4010"), undefined],
  [undefined, undefined],
])("the problem of %o names the port and an option that helps [SB-10]", (error, problem) => {
  expect(listenProblem(error)).toBe(problem);
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

  const OWN = "origin: http://127.0.0.1:4010";
  test.each<[status: number | undefined, url: string, ...headers: string[]]>([
    [403, "/", OWN, "origin: http://evil.example"],
    [403, "/", OWN, "sec-fetch-site: cross-site"],
    [403, "/", "sec-fetch-site: same-origin", "sec-fetch-site: cross-site"],
    [403, "/", "sec-fetch-site: none"],
    [undefined, "/", OWN, "sec-fetch-site: same-origin"],
    [undefined, "http://127.0.0.1:4010/"],
    [421, "HTTPS://evil.example/"],
    [400, "/", "host: [::1%25lo]"],
    [undefined, "/", "host: 127.255.0.9"],
    [undefined, "/", "host: localhost:80", "origin: http://localhost"],
    [undefined, "/", "host: [::1]:1", "origin: http://[::1]:1"],
  ])("responds %s to a POST of %s with %s", (status, url, ...headers) => {
    const host = headers.some((line) => line.startsWith("host")) ? [] : ["host: 127.0.0.1:4010"];
    const rawHeaders = [...host, ...headers].flatMap((line) => line.split(/: (.*)/, 2));
    expect(createRequestGuard()({ method: "POST", url, rawHeaders })?.status).toBe(status);
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
