import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { ended, root, runCommandLine } from "../../../sandbox/test/support/processes.js";
import { startCorruptingProxy, startSandbox } from "../../../sandbox/test/support/start-sandbox.js";

const CLEAR = "\r\u001b[2K";

/** Runs `check` in a pseudo-terminal, which `script` of util-linux provides. */
async function inTerminal(columns: number, env: Record<string, string>) {
  const baseUrl = await startCorruptingProxy();
  const command = `"${process.execPath}" --import tsx contract-tests/src/cli/index.ts check --operation getCurrentUser --base-url ${baseUrl}`;
  const child = spawn("script", ["-qec", `stty cols ${columns}; ${command}`, "/dev/null"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], TERM: "xterm", CONTENT_TOKEN: "token-admin", ...env },
  });
  const { code, out } = await ended(child);
  // The last time that the line of progress is cleared.
  const end = out.lastIndexOf(CLEAR);
  return { code, progress: out.slice(0, end), summary: out.slice(end + CLEAR.length).replaceAll("\r\n", "\n") };
}

describe.runIf(process.platform === "linux")("check in a terminal", () => {
  test.each<[columns: number, env: Record<string, string>, colored: boolean]>([
    [80, {}, true],
    [80, { NO_COLOR: "1" }, false],
    [140, { FORCE_COLOR: "0" }, false],
  ])("of %i columns with %j shows progress at once and fits its lines (colors: %j)", async (columns, env, colored) => {
    const { code, progress, summary } = await inTerminal(columns, env);
    expect(code).toBe(1);
    expect(progress.startsWith(`${CLEAR}Starting, 0 s`)).toBe(true);
    expect(summary.includes("\u001b[31mFAIL\u001b[0m  ")).toBe(colored);
    expect(summary).not.toContain("\\u001b");
    const plain = stripVTControlCharacters(summary);
    expect(plain === summary).toBe(!colored);
    expect(plain).toMatch(/^FAIL {2}/m);
    expect(plain.split("\n").filter((line) => line.length > columns && !line.startsWith("    rerun "))).toEqual([]);
  });

  test("--min-checked ends with 2 when too few checks have a result, and says so", async () => {
    const { server } = await startSandbox();
    const args = ["check", "--operation", "getCurrentUser", "--base-url", server.baseUrl, "--min-checked"];
    const run = (percent: string) => runCommandLine([...args, percent], { CONTENT_TOKEN: "token-admin" });
    const [all, few, invalid, share] = await Promise.all(["100%", "5", "most", "0.9"].map(run));
    expect([all?.code, all?.error]).toEqual([2, expect.stringMatching(/^Only [\d.]+% of \d+ checks passed or failed/)]);
    expect([few?.code, few?.error]).toEqual([0, ""]);
    const message = "--min-checked must be a percentage, such as 90%; received most\n";
    expect([invalid?.code, invalid?.error]).toEqual([2, message]);
    expect([share?.code, share?.error]).toEqual([2, message.replace("most", "0.9")]);
  });

  test("FORCE_COLOR colors a summary that no terminal shows", async () => {
    const args = ["check", "--operation", "getCurrentUser", "--base-url", await startCorruptingProxy()];
    const { out } = await runCommandLine(args, { CONTENT_TOKEN: "token-admin", FORCE_COLOR: "1" });
    expect(out).toContain("\u001b[31mFAIL\u001b[0m  ");
  });
});
