import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { arazzoFor } from "./arazzo.js";
import type { Defect } from "./defect.js";
import { type DefectServer, startDefectServer } from "./defect-server.js";
import { startFrontServer } from "./front-server.js";
import { type Contract, isJsonObject, type Json, type JsonObject } from "./kit.js";
import type { Verdict } from "./verdict.js";

/**
 * Lets Redocly's `respect` run one workflow for each defect, and one for each operation on a healthy sandbox, in one
 * run. A defect is found when its workflow fails, and that of its operation passes on a healthy sandbox.
 */
export async function tryRespect(contract: Contract, defects: readonly Defect[]): Promise<Map<string, Verdict>> {
  const runs = [
    ...contract.operations.map(({ id }) => ({ key: `healthy-${id}`, operation: id, defect: undefined })),
    ...defects.map((defect, index) => ({ key: `defect-${index}`, operation: defect.operation, defect })),
  ];
  const byKey = new Map(runs.map((run) => [run.key, run]));
  // Workflows run one after the other, so one server at a time is enough.
  let current: { key: string | undefined; server: Promise<DefectServer> } | undefined;
  const front = await startFrontServer((key) => {
    if (current?.key !== key || current === undefined) {
      current = { key, server: startDefectServer(byKey.get(key ?? "")?.defect) };
    }
    return current.server;
  });
  const folder = await mkdtemp(join(tmpdir(), "proof-"));
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(servedAt(contract.document, front.url)));
    await writeFile(join(folder, "calls.arazzo.json"), JSON.stringify(arazzoFor(contract, runs, "openapi.json")));
    await runRespect(folder);
    const failed = failuresIn(JSON.parse(await readFile(join(folder, "results.json"), "utf8")));
    return new Map(
      runs.flatMap(({ key, operation, defect }): [string, Verdict][] => {
        if (defect === undefined) return [];
        const usual = failed.get(`healthy-${operation}`);
        if (usual !== undefined) throw new Error(`respect fails ${operation} on a healthy sandbox: ${usual}`);
        const said = failed.get(key);
        return [[defect.id, said === undefined ? { outcome: "missed", by: [] } : { outcome: "found", by: [said] }]];
      }),
    );
  } finally {
    await front.close();
    await rm(folder, { recursive: true });
  }
}

/** The contract with the address of a server, for the tokens too. */
function servedAt(document: JsonObject, url: string): Json {
  const served = structuredClone(document);
  const replace = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(replace);
    if (!isJsonObject(node)) return;
    if (Array.isArray(node["servers"])) node["servers"] = [{ url: `${url}/2.0` }];
    Object.values(node).forEach(replace);
  };
  replace(served);
  return served;
}

async function runRespect(folder: string): Promise<void> {
  const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const limits = ["--max-steps", "20000", "--max-fetch-timeout", "10000"];
  const child = spawn(
    process.execPath,
    [cli, "respect", "calls.arazzo.json", "--json-output", "results.json", "--verbose", ...limits],
    {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  await once(child, "exit");
}

/** What failed first in each workflow that failed. */
function failuresIn(results: unknown): Map<string, string> {
  const failed = new Map<string, string>();
  const visit = (node: unknown, workflow: string | undefined): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, workflow);
    if (!isJsonObject(node)) return;
    const own = typeof node["workflowId"] === "string" ? node["workflowId"] : workflow;
    if (node["passed"] === false && own !== undefined && typeof node["name"] === "string" && !failed.has(own)) {
      const [said = ""] = stripVTControlCharacters(String(node["message"] ?? ""))
        .trim()
        .split("\n");
      failed.set(own, `${node["name"]}: ${said.slice(0, 120)}`);
    }
    for (const inner of Object.values(node)) visit(inner, own);
  };
  visit(results, undefined);
  return failed;
}
