import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { createSandbox } from "content-service-sandbox";
import { listFiles, read, root } from "../../support/repository.js";

/** A block of code of a guide, with what stands around it. */
export interface GuideBlock {
  /** The word behind the fence, such as `ts`. */
  readonly language: string;
  readonly code: string;
  /** The name in its mark, `<!-- run: name -->` or `<!-- run-sh: name -->`. */
  readonly name: string | undefined;
  readonly mark: "run" | "run-sh" | undefined;
  /** What it prints, if it has a mark: the next block, where that is `text` or `json` and at most one line between. */
  readonly output: { readonly language: string; readonly code: string } | undefined;
  /** The options of the last `npx content-sandbox` above it: what the reader's sandbox was started with. */
  readonly sandboxOptions: string;
}

type Guide = ReturnType<typeof readGuide>;

const CODE = "^```(\\w*)\\n(.*?)^```$";
const OUTPUT = "\\s+(?:[^\\n]{1,120}\\s+)?^```(text|json)\\n(.*?)^```$";
/** A block with a mark, and its output; or another block. */
const BLOCK = new RegExp(`<!-- (run|run-sh): ([\\w.-]+) -->\\n${CODE}(?:${OUTPUT})?|${CODE}`, "gms");

/** Takes a guide apart. Nothing is rejected here: the tests say what is wrong. */
function readGuide(path: string) {
  const text = read(path);
  let sandboxOptions = "";
  const blocks = [...text.matchAll(BLOCK)].map((found): GuideBlock => {
    const [, mark, blockName, ofMarked, markedCode, outputLanguage, output = "", ofOther = "", otherCode = ""] = found;
    const [language, code] = [ofMarked ?? ofOther, markedCode ?? otherCode];
    const started = language === "sh" ? code.match(/^npx content-sandbox\b(.*)$/m) : null;
    if (started) sandboxOptions = (started[1] ?? "").trim();
    return {
      language,
      code,
      name: blockName,
      // The pattern above knows these two words only.
      mark: mark as GuideBlock["mark"],
      output: outputLanguage === undefined ? undefined : { language: outputLanguage, code: output },
      sandboxOptions,
    };
  });
  return { name: parse(path).name, text, blocks };
}

export const readGuides = () => listFiles("docs/guides/*.md").map(readGuide);

/** Whether a program is part of another one of the guide, which imports or starts it, and prints nothing by itself. */
export function isPart({ name, output }: GuideBlock, blocks: readonly GuideBlock[]): boolean {
  return !output && blocks.some(({ code }) => new RegExp(`"\\./${name}\\.[jt]s"`).test(code));
}

/** Where the guides say that the sandbox is. */
const ADDRESS = "127.0.0.1:4010";
/** Where they say that Redis and PostgreSQL are. */
export const REDIS = "127.0.0.1:6379";
export const POSTGRES = "127.0.0.1:5432";
const TIMEOUT_MS = 120_000;

/** Runs a block of a guide in an empty folder, on a sandbox that nobody has used. */
export async function runBlock(
  folder: string,
  guide: Guide,
  block: GuideBlock,
  servers: { readonly redis?: { readonly port: number }; readonly postgres?: { readonly port: number } } = {},
): ReturnType<typeof execute> {
  const sandbox = await createSandbox(readSandboxOptions(block.sandboxOptions));
  try {
    const { port } = await sandbox.listen();
    const address = `127.0.0.1:${port}`;
    const own = join(folder, `${guide.name}.${block.mark}.${block.name}`);
    const cwd = join(own, "cwd");
    mkdirSync(cwd, { recursive: true });
    const at = (code: string) =>
      code
        .replaceAll(ADDRESS, address)
        .replaceAll(REDIS, `127.0.0.1:${servers.redis?.port ?? 6379}`)
        .replaceAll(POSTGRES, `127.0.0.1:${servers.postgres?.port ?? 5432}`);
    writeGuide(own, guide, at);
    const ended =
      block.mark === "run"
        ? await execute(`${root}node_modules/.bin/tsx`, [join(own, guide.name, `${block.name}.ts`)], cwd)
        : await execute("sh", ["-e", "-c", at(block.code)], cwd);
    return { ...ended, stdout: withoutDurations(ended.stdout.replaceAll(address, ADDRESS), block) };
  } finally {
    await sandbox.close();
  }
}

/** What `npx content-sandbox` understands of the options that guides give it. Throws an `Error` for others. */
export function readSandboxOptions(options: string): { brandHeader?: string } {
  const [, brandHeader, rest = ""] = /^(?:--port 4010)? ?(?:--brand-header (\w+))?(.*)$/.exec(options) ?? [];
  if (rest !== "") throw new Error(`the tests of the guides do not know these options of content-sandbox: ${options}`);
  return brandHeader === undefined ? {} : { brandHeader };
}

function writeGuide(folder: string, { name, blocks }: Guide, at = (code: string) => code): void {
  mkdirSync(join(folder, name), { recursive: true });
  for (const block of blocks) {
    if (block.mark !== "run") continue;
    writeFileSync(join(folder, name, `${block.name}.ts`), at(block.code));
  }
}

/** Of a program that uses `node:test`: its tests and how they ended, without how long they took and the counts. */
function withoutDurations(stdout: string, { code }: GuideBlock): string {
  if (!code.includes('"node:test"')) return stdout;
  return stdout.replace(/ \([\d.]+ms\)$/gm, "").replace(/^ℹ .*\n/gm, "");
}

function execute(command: string, args: string[], cwd: string) {
  const env = { ...process.env, NODE_OPTIONS: "--test-reporter=spec", NO_COLOR: "1" };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { cwd, env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}
