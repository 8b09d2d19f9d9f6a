import { describe, expect, it } from "vitest";
import { allConsumers } from "../consumers/all-consumers.js";
import { atMost, consumerCounts, consumerTable, ok, type Row, timedRow } from "../consumers/consumer.js";
import type { Project } from "../consumers/project.js";
import { isRejected } from "../consumers/typescript-consumers.js";

const row: Row = { name: "Node", version: "26.1.0", what: "imports", result: "ok", detail: "", timeMs: 1240 };
const ofNode = { name: "Node", version: "26.1.0" };

describe("the table of consumers", () => {
  it("names a consumer in its first row alone, and gives what is worth knowing beside the result", () => {
    const limit: Row = { ...row, what: "requires", result: "known limit", detail: "rejected: TS1479", timeMs: 60 };
    expect(consumerTable([row, limit, { ...row, name: "Bun", version: "1.4.5" }]).split("\n")).toEqual([
      "consumer | version | what was done | result                        | time",
      "---------|---------|---------------|-------------------------------|------",
      "Node     | 26.1.0  | imports       | ok                            | 1.2 s",
      "         |         | requires      | known limit: rejected: TS1479 | 0.1 s",
      "Bun      | 1.4.5   | imports       | ok                            | 1.2 s",
    ]);
  });

  it("counts each result that there is", () => {
    expect(consumerCounts([row, { ...row, result: "FAILED" }, row])).toBe("2 ok, 1 FAILED");
  });
});

describe("a row of it", () => {
  const told: string[] = [];
  const rules = { mustRun: false, onFailure: (text: string) => told.push(text) };
  const skips = async () => ({ result: "skipped", detail: "Chromium is missing" }) as const;

  it("says what came of the work, and how long it took", async () => {
    const made = await timedRow(ofNode, "imports", async () => ok("6 kB"), rules);
    expect(made).toEqual({ ...row, detail: "6 kB", timeMs: expect.any(Number) });
  });

  it("is a failure that is told in full where the work rejects", async () => {
    const fails = () => Promise.reject(new Error("ended with 1\nand said why"));
    expect(await timedRow(ofNode, "imports", fails, rules)).toMatchObject({ result: "FAILED" });
    expect(told).toContain("Node 26.1.0: imports\nended with 1\nand said why");
  });

  it("is skipped where a program is missing, and a failure where nothing may be skipped", async () => {
    expect(await timedRow(ofNode, "opens", skips, rules)).toMatchObject({ result: "skipped" });
    expect(await timedRow(ofNode, "opens", skips, { ...rules, mustRun: true })).toMatchObject({ result: "FAILED" });
    expect(told).toContain("Node 26.1.0: opens\ncannot be skipped here: Chromium is missing");
  });
});

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
      remove: async () => {},
    };
  }
  const told = "a.cts(2,1): error TS1479: no\na.cts(9,2): error TS1471: no\na.cts(9,3): error TS1471: no\n";

  it("is one while it rejects with the errors that are known", async () => {
    const outcome = { result: "known limit", detail: "rejected: TS1471, TS1479" };
    expect(await check.run(compiling(told, 2), service)).toEqual(outcome);
  });

  it("is a failure as soon as it does not reject, or does so for another reason", async () => {
    await expect(check.run(compiling("", 0), service)).rejects.toThrow("expected TS1471 and TS1479, got none");
    const other = `${told}a.cts(3,1): error TS2307: not found\n`;
    await expect(check.run(compiling(other, 2), service)).rejects.toThrow("got TS1471 and TS1479 and TS2307");
  });
});

describe("work for many", () => {
  it("is done for at most so many at the same time, and its results keep the order", async () => {
    let running = 0;
    let most = 0;
    const results = await atMost(2, [3, 1, 2, 0], async (turns) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      running -= 1;
      return turns * 10;
    });
    expect(results).toEqual([30, 10, 20, 0]);
    expect(most).toBe(2);
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
