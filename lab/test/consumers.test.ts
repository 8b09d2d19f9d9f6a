import { describe, expect, it } from "vitest";
import { allConsumers } from "../consumers/all-consumers.js";
import type { Project } from "../consumers/project.js";
import { isRejected } from "../consumers/typescript-consumers.js";

describe("a known limit of a compiler", () => {
  const check = isRejected({ what: "requires", files: ["a.cts"], options: {} }, ["TS1471", "TS1479"]);
  const url = "http://127.0.0.1:1";
  const service = { url, baseUrl: url, authUrl: url, port: 1, close: async () => {} };

  /** A project whose compiler prints this. */
  function compiling(stdout: string, exitCode: number): Project {
    const output = { stdout, stderr: "", exitCode };
    return {
      folder: "/nowhere",
      write: async () => {},
      attempt: async () => output,
      run: async () => output,
      runQuietly: async () => stdout,
      serve: async () => output,
      remove: async () => {},
    };
  }
  const told = "a.cts(2,1): error TS1479: no\na.cts(9,2): error TS1471: no\na.cts(9,3): error TS1471: no\n";

  it("is one while it rejects with the errors that are known", async () => {
    await expect(check.run(compiling(told, 2), service)).resolves.toBeUndefined();
  });

  it("is a failure as soon as it does not reject, or does so for another reason", async () => {
    await expect(check.run(compiling("", 0), service)).rejects.toThrow("expected TS1471 and TS1479, got none");
    const other = `${told}a.cts(3,1): error TS2307: not found\n`;
    await expect(check.run(compiling(other, 2), service)).rejects.toThrow("got TS1471 and TS1479 and TS2307");
  });
});

describe("the consumers", () => {
  it("are all installed in exact versions, from a tarball", async () => {
    for (const { project } of await allConsumers()) {
      expect(project.tarballs).toContain("client");
      for (const version of Object.values(project.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it("expect a compiler before 5.8 to reject `require` of an ES module, and none after it", async () => {
    const compilers = (await allConsumers()).filter(({ name }) => name === "TypeScript, Node");
    const running = compilers.filter(({ checks }) =>
      checks.some(({ what }) => /by require\(\) and import\(\); run/.test(what)),
    );
    expect(compilers.map(({ version }) => version)).toEqual(expect.arrayContaining(["5.4.5", "5.7.3", "6.0.3"]));
    expect(running.map(({ version }) => version)).toEqual(["5.8.3", "5.9.3", "6.0.3", "7.0.2"]);
  });
});
