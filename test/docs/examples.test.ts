import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** What an example may use without saying where it is from. */
const prelude = `import * as all from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { fileTokenStore } from "content-service-client/file-token-store";
import { nodeTransport } from "content-service-client/node-transport";
import { redisTokenStore } from "content-service-client/redis-token-store";
const { createClient, createPartialClient, isApiError, metadataQuery, paginate, sharedLink } = all;
declare const token: string;
declare const redis: { sendCommand(args: string[]): Promise<unknown> };
`;

it("compiles the example of every docstring of the package", () => {
  const sources = new Map(examples().map(({ file, code }, index) => [`${root}src/example-${index}-${file}`, code]));
  expect(sources.size).toBeGreaterThan(7);
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const code = sources.get(path);
    return code === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const faults = [...sources.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  expect(faults.map(({ file, messageText }) => [file?.fileName.slice(root.length), messageText])).toEqual([]);
});

function examples(): { file: string; code: string }[] {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) =>
    [...readFileSync(`${root}src/${file}`, "utf8").matchAll(/@example\n(.*?)\n\s*\*\//gs)].map(([, block = ""]) => {
      const lines = block.replace(/^ \* ?/gm, "");
      const client = /const client\b/.test(lines) ? "" : "declare const client: all.Client;\n";
      return { file: file.replaceAll("/", "-"), code: `${prelude}${client}{\n${lines}\n}\n` };
    }),
  );
}
