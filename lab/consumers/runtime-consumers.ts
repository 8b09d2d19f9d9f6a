import { type Check, type Consumer, program, serviceEnvironment, versions, withoutTypes } from "./consumer.js";

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
    async run(project) {
      const { exitCode, stderr } = await project.serve(["content-sandbox", "--port", "0", "--json"], {
        signal: "SIGINT",
        async call(line) {
          // The first line of `--json`.
          const { baseUrl } = JSON.parse(line) as { baseUrl: string };
          const response = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
          await response.text();
          if (response.status !== 200) throw new Error(`responded ${response.status}`);
        },
      });
      if (exitCode !== 0 || stderr !== "") throw new Error(`ended with ${exitCode}\n${stderr}`);
    },
  };
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
  async run(project, service) {
    const expected =
      /^admin@example.com admin@example.com \| 122 domains \| tuple_already_exists \| no tokens \| \d+ operations$/;
    // It writes its address to the descriptor.
    await project.serve(["workerd", "serve", "worker.capnp", "--control-fd=1"], {
      environment: serviceEnvironment(service),
      signal: "SIGTERM",
      call(line) {
        const { event, port } = JSON.parse(line) as { event: string; port?: number };
        return event === "listen" ? expectText(expected, [`http://127.0.0.1:${port}/`]) : undefined;
      },
    });
  },
};

/** Expects responses, each with its status and text. */
async function expectText(expected: RegExp, ...requests: Parameters<typeof fetch>[]): Promise<void> {
  const responses = requests.map(async (request) => {
    const response = await fetch(...request);
    return response.ok ? response.text() : `${response.status} ${await response.text()}`;
  });
  const told = (await Promise.all(responses)).join(" | ");
  if (!expected.test(told)) throw new Error(`expected ${expected}; received ${told}`);
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
  async run(project, service) {
    const expected = /^\{"login":"owner@example.com"\} \| 401 log in \| 401 log in again$/;
    await project.serve(["next", "start", "--port", "0", "--hostname", "127.0.0.1"], {
      environment: { ...NEXT, ...serviceEnvironment(service) },
      signal: "SIGTERM",
      call(line) {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        const requests = ["token-owner", "", "expired"].map((token) => {
          return [`${url}/me`, { headers: { "x-session-token": token } }] satisfies Parameters<typeof fetch>;
        });
        return url === undefined ? undefined : expectText(expected, ...requests);
      },
    });
  },
};
