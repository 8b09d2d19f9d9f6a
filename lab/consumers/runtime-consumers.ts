import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type Check, type Consumer, program, serviceEnvironment, versions, withoutTypes } from "./consumer.js";
import { commandEnvironment } from "./project.js";

/** Every supported version of Node, as an npm package. It must print nothing on stderr, not even warnings. */
export async function nodeConsumers(): Promise<Consumer[]> {
  const files = {
    "every-entry.js": await withoutTypes("every-entry.ts"),
    "require.cjs": await withoutTypes("require.cts"),
    "contract-kit.js": await withoutTypes("contract-kit.ts"),
  };
  return versions.node.map((version) => ({
    name: "Node",
    version,
    project: { tarballs: EVERY_PACKAGE, dependencies: { node: version }, allowScripts: ["node"], files },
    checks: [
      isVersion(["node", "--version"], version),
      runs(EVERY_ENTRY, ["node", "every-entry.js"]),
      runs(REQUIRE, ["node", "require.cjs"]),
      runs(CONTRACT_KIT, ["node", "contract-kit.js"]),
      sandboxCommand(),
    ],
  }));
}

/** Bun, which runs TypeScript. */
export async function bunConsumer(): Promise<Consumer> {
  const { bun: version } = versions;
  return {
    name: "Bun",
    version,
    project: {
      tarballs: EVERY_PACKAGE,
      dependencies: { bun: version },
      allowScripts: ["bun"],
      files: await typedFiles(),
    },
    checks: [
      isVersion(["bun", "--version"], version),
      runs(EVERY_ENTRY, ["bun", "run", "every-entry.ts"]),
      runs(REQUIRE, ["bun", "run", "require.cts"]),
      runs(CONTRACT_KIT, ["bun", "run", "contract-kit.ts"]),
    ],
  };
}

/** Deno, which runs TypeScript, with only the necessary permissions. */
export async function denoConsumer(): Promise<Consumer> {
  const { deno: version } = versions;
  const files = { ...(await typedFiles()), "typed.ts": await program("typed.ts") };
  const run = ["deno", "run", "--quiet", "--no-prompt", "--cached-only", ...DENO_RIGHTS];
  return {
    name: "Deno",
    version,
    project: { tarballs: EVERY_PACKAGE, dependencies: { deno: version }, allowScripts: ["deno"], files },
    checks: [
      isVersion(["deno", "--version"], version),
      runs(EVERY_ENTRY, [...run, "every-entry.ts"]),
      runs(REQUIRE, [...run, "require.cts"]),
      runs(CONTRACT_KIT, [...run, "contract-kit.ts"]),
      runs("types hold, by its own compiler", ["deno", "check", "--quiet", "--cached-only", "typed.ts"]),
    ],
  };
}

const EVERY_PACKAGE = ["client", "contract", "contractTests", "sandbox"] as const;
const EVERY_ENTRY = "import of every entry, calls, paging, refresh with fileTokenStore, errors";
const REQUIRE = "require() of every entry from CommonJS, a refresh and an error";
const CONTRACT_KIT = "contract tests: checkExchange and createSandbox";
// The uid is for `fileTokenStore`, which reads only files of its own user.
const DENO_RIGHTS = ["--allow-net", "--allow-read", "--allow-env", "--allow-write", "--allow-sys=uid"];

async function typedFiles() {
  const names = ["every-entry.ts", "require.cts", "contract-kit.ts"];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await program(name)] as const)));
}

function runs(what: string, command: readonly string[]): Check {
  return {
    what,
    async run(project, service) {
      await project.runQuietly(command, { environment: serviceEnvironment(service) });
    },
  };
}

/** Checks that the installed version runs, not one of this machine. */
function isVersion(command: readonly string[], version: string): Check {
  return {
    what: command.join(" "),
    async run(project) {
      const { stdout } = await project.run(command);
      const [, found = "nothing"] = /(\d+\.\d+\.\d+)/.exec(stdout) ?? [];
      if (found !== version) throw new Error(`it is ${found}, and should be ${version}`);
    },
  };
}

/** The command `content-sandbox`: started, called, and stopped by a signal. */
export function sandboxCommand(): Check {
  return {
    what: "contract tests: the program content-sandbox, a call, its end by SIGINT",
    async run({ folder }) {
      const child = spawn("content-sandbox", ["--port", "0", "--json"], {
        cwd: folder,
        env: commandEnvironment(folder),
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
        killSignal: "SIGKILL",
      });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      const ended = once(child, "close");
      const called = call(child.stdout).finally(() => {
        // Its later output is not read, and must not keep the pipe open.
        child.stdout.resume();
        child.kill("SIGINT");
      });
      const [status] = await Promise.all([called, ended]);
      if (status !== 200 || child.exitCode !== 0 || stderr !== "")
        throw new Error(`responded ${status}, ended with ${child.exitCode ?? child.signalCode}\n${stderr}`);
    },
  };
}

/** Waits for its address, and requests a user. Returns the status, if any. */
async function call(stdout: NodeJS.ReadableStream): Promise<number | undefined> {
  for await (const line of createInterface({ input: stdout })) {
    // The first line of `--json`.
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const response = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
    await response.text();
    return response.status;
  }
  return undefined;
}

/** A worker: a runtime with `fetch` and without Node's modules. */
export async function workerConsumer(): Promise<Consumer> {
  const { workerd, esbuild } = versions;
  const files = { "worker.ts": await program("worker.ts"), "worker.capnp": await program("worker.capnp") };
  return {
    name: "workerd",
    version: workerd,
    project: { tarballs: ["client"], dependencies: { workerd, esbuild }, allowScripts: ["workerd", "esbuild"], files },
    checks: [bundlesWithoutNode, worksInWorkerd],
  };
}

const bundlesWithoutNode: Check = {
  what: "every entry but the file store, bundled for no platform",
  async run(project) {
    // A neutral platform has no modules, so an import of a Node module fails the build.
    const options = ["--bundle", "--platform=neutral", "--format=esm", "--outfile=worker.js", "--log-level=warning"];
    await project.runQuietly(["esbuild", "worker.ts", ...options]);
  },
};

const worksInWorkerd: Check = {
  what: "that worker: a refresh, calls, paging, an error",
  async run({ folder }, service) {
    const told = await servedByWorkerd(folder, "worker.capnp", serviceEnvironment(service));
    const expected = "admin@example.com admin@example.com | 122 domains | tuple_already_exists | no tokens | ";
    if (!told.startsWith(expected) || !/\| \d+ operations$/.test(told)) throw new Error(told);
  },
};

/** Starts the worker of a configuration, sends one request, and stops it. Returns its response or the error. */
async function servedByWorkerd(
  folder: string,
  configuration: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  // It writes its address to a separate descriptor.
  const child = spawn("workerd", ["serve", configuration, "--control-fd=3"], {
    cwd: folder,
    env: commandEnvironment(folder, environment),
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A pipe that this process reads from, as `stdio` says.
  const control = child.stdio[3] as Readable;
  const responded = responseText(control).finally(() => {
    control.resume();
    child.kill("SIGTERM");
  });
  const [text] = await Promise.all([responded, once(child, "close")]);
  return [text, stderr.trim()].filter((part) => part !== "").join("\n");
}

async function responseText(control: Readable): Promise<string> {
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event !== "listen") continue;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return response.text();
  }
  return "it did not listen";
}

/** A route handler of Next.js, in a production build. */
export async function nextConsumer(): Promise<Consumer> {
  const { next, react } = versions;
  return {
    name: "Next.js",
    version: next,
    project: {
      tarballs: ["client"],
      dependencies: {
        next,
        react,
        "react-dom": react,
        "@types/react": versions["@types/react"],
        "@types/node": versions["@types/node"],
        typescript: "5.9.3",
      },
      files: {
        "app/me/route.ts": await program("next-route.ts"),
        "app/layout.tsx":
          "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;",
      },
    },
    checks: [
      {
        what: "a route handler, with types, built",
        async run(project) {
          await project.run(["next", "build"], { environment: NEXT });
        },
      },
      worksInNext,
    ],
  };
}

const NEXT = { NEXT_TELEMETRY_DISABLED: "1" };

const worksInNext: Check = {
  what: "that handler: a session, none, and one that has expired",
  async run({ folder }, service) {
    const child = spawn("next", ["start", "--port", "0", "--hostname", "127.0.0.1"], {
      cwd: folder,
      env: commandEnvironment(folder, { ...NEXT, ...serviceEnvironment(service) }),
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    const closed = once(child, "close");
    let output = "";
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        output += `${line}\n`;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (url === undefined) continue;
        const responses = ["token-owner", "", "expired"].map(async (token) => {
          const response = await fetch(`${url}/me`, { headers: { "x-session-token": token } });
          return `${response.status} ${await response.text()}`;
        });
        const told = (await Promise.all(responses)).join(" | ");
        if (told !== '200 {"login":"owner@example.com"} | 401 log in | 401 log in again') throw new Error(told);
        return;
      }
      throw new Error(`it did not listen\n${output}`);
    } finally {
      child.kill("SIGTERM");
      await closed;
    }
  },
};
