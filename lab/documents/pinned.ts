// Public OpenAPI documents, pinned with hashes, and Prism mocks of them.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Contract, createContract } from "content-service-contract";
import { parse } from "yaml";
import { root } from "../../support/repository.js";

export type Blame = "document" | "Prism";

/** A pattern for "<check> <message>", and the reason why the finding is right. */
export interface Known {
  readonly blame: Blame;
  readonly finding: string;
  readonly reason: string;
}

type Pins = Readonly<
  Record<string, { version: string; integrity: string; files: Readonly<Record<string, readonly Known[]>> }>
>;

const run = promisify(execFile);

export async function pins(): Promise<Pins> {
  // The format of the file is above.
  return parse(await readFile(new URL("documents.yaml", import.meta.url), "utf8")) as Pins;
}

export async function readContract(path: string): Promise<Contract> {
  return createContract(parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""), { maxAliasCount: -1 }));
}

/** The options of Node for a program of this repository. */
export const TSX = ["--max-old-space-size=1024", "--import", "tsx"];

/** Starts a Prism mock of a document. Its URL is undefined if it does not start. */
export function startMock(document: string) {
  const command = join(root, "contract-tests/src/cli/index.ts");
  const mock = spawn(process.execPath, [...TSX, command, "mock", "--contract", document, "--port", "0"], { cwd: root });
  let errors = "";
  mock.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return {
    url: readyUrl(mock.stdout),
    errors: () => errors,
    hasEnded: () => mock.exitCode !== null,
    end: () => void mock.kill("SIGKILL"),
  };
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface(output)) {
    const [, url] = /^The mock is ready at (.*)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  return undefined;
}

export function firstError(text: string): string {
  return /^(\w*Error: .*)$/m.exec(text)?.[1] ?? text.trim();
}

/** The folder of a package with this hash. Throws when it cannot be had. */
export async function fetched(name: string, version: string, integrity: string): Promise<string> {
  const folder = join(root, "node_modules/.cache/documents", encodeURIComponent(integrity));
  if (existsSync(folder)) return join(folder, "package");
  await mkdir(join(root, "node_modules/.cache/documents"), { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  try {
    const { stdout } = await run("npm", ["pack", "--silent", `${name}@${version}`], { cwd: temporary });
    const archive = join(temporary, stdout.trim().split("\n").at(-1) ?? "");
    const received = `sha512-${createHash("sha512")
      .update(await readFile(archive))
      .digest("base64")}`;
    if (received !== integrity) throw new Error(`Expected the hash ${integrity}; received ${received}`);
    await run("tar", ["-xzf", archive, "-C", temporary]);
    await rm(archive);
    await rename(temporary, folder);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw new Error(`Cannot get ${name}@${version} from the npm registry`, { cause });
  }
  return join(folder, "package");
}
