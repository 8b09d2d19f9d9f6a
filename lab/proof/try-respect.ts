import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import {
  type CallInput,
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
} from "content-service-contract";
import type { Defect } from "./defects/defect.js";
import {
  DEFECT_HEADER,
  type DefectServer,
  proofCall,
  startDefectServer,
  startFrontServer,
  TOKEN,
} from "./defects/defect-server.js";
import type { Verdict } from "./results.js";

/**
 * Runs Redocly's `respect` with one workflow per defect and one per operation on a healthy sandbox. A defect is found when
 * its workflow fails and the operation's workflow passes on a healthy sandbox.
 */
export async function tryRespect(contract: Contract, defects: readonly Defect[]): Promise<Map<string, Verdict>> {
  const runs = [
    ...contract.operations.map(({ id }) => ({ key: `healthy-${id}`, operation: id, defect: undefined })),
    ...defects.map((defect, index) => ({ key: `defect-${index}`, operation: defect.operation, defect })),
  ];
  const byKey = new Map(runs.map((run) => [run.key, run]));
  // Workflows run one at a time, so one server at a time is enough.
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
        if (usual !== undefined)
          throw new Error(`Expected respect to pass ${operation} on a healthy sandbox; received: ${usual}`);
        const said = failed.get(key);
        return [[defect.id, said === undefined ? { outcome: "missed", by: [] } : { outcome: "found", by: [said] }]];
      }),
    );
  } finally {
    await front.close();
    await rm(folder, { recursive: true });
  }
}

/** The contract with all servers replaced by `url`. */
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

/** The first failure of each failed workflow. */
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

/** An Arazzo document with one workflow per run. Each request names its run in a header. */
export function arazzoFor(
  contract: Contract,
  runs: readonly { key: string; operation: string }[],
  source: string,
): Json {
  return {
    arazzo: "1.0.1",
    info: { title: "Working calls", version: "1.0.0" },
    sourceDescriptions: [{ name: "service", type: "openapi", url: source }],
    workflows: runs.map(({ key, operation }) => ({
      workflowId: key,
      steps: stepsOf(contract, contract.operation(operation), key),
    })),
  };
}

/** The working call, also with `fields` and as a page of two where the operation has these parameters. */
function stepsOf(contract: Contract, operation: Operation, key: string): Json[] {
  const works = proofCall(contract, operation.id);
  const has = (name: string) => operation.parameters.some((one) => one.in === "query" && one.name === name);
  const more: JsonObject[] = [
    ...(has("fields") && operation.isSafe ? [{ fields: "name,modified_at" }] : []),
    ...(has("limit") ? [{ limit: 2 }] : []),
  ];
  const inputs = [works, ...more.map((query): CallInput => ({ ...works, query: { ...works.query, ...query } }))];
  return inputs.map((input, index) => stepOf(operation, input, `${key}-${index}`, key));
}

function stepOf(operation: Operation, { path, query, header, body }: CallInput, stepId: string, key: string): Json {
  const parameters = [
    ...Object.entries(path ?? {}).map(([name, value]) => ({ in: "path", name, value })),
    ...Object.entries(query ?? {}).map(([name, value]) => ({ in: "query", name, value })),
    ...Object.entries(header ?? {}).map(([name, value]) => ({ in: "header", name, value })),
    ...(operation.secured ? [{ in: "header", name: "Authorization", value: `Bearer ${TOKEN}` }] : []),
    { in: "header", name: DEFECT_HEADER, value: key },
  ];
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const type = operation.requestBody?.content[0]?.type;
  const requestBody =
    body === undefined || type === undefined ? {} : { requestBody: { contentType: type, payload: body } };
  const wanted = bodyCriteria(body, success?.content.length !== 0);
  return {
    stepId,
    operationId: operation.id,
    parameters,
    ...requestBody,
    successCriteria: [{ condition: `$statusCode == ${success?.status ?? "200"}` }, ...wanted],
  };
}

/** Strings of the request body that the response must repeat. */
function bodyCriteria(body: Json | undefined, hasBody: boolean): Json[] {
  if (!isJsonObject(body) || !hasBody) return [];
  return Object.entries(body)
    .filter(([name, value]) => typeof value === "string" && ECHOED.has(name))
    .map(([name, value]) => ({ condition: `$response.body#/${name} == '${String(value)}'` }));
}

const ECHOED = new Set([
  "email",
  "description",
  "name",
  "url",
  "role",
  "displayName",
  "templateKey",
  "message",
  "text",
]);
