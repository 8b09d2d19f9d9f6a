// How many state defects of five small services do the contract tests find, with links and facts in the document and without?
// A defect is found when a run has a finding that the healthy service does not have. A healthy service must have none.
// `--only shop` runs one service. `--defect patch-ignored` runs one defect and prints its findings.
// `--from FOLDER` runs a service of somebody else: its `openapi.json`, `service.ts` with `createService({ defect, now })`,
// `defects.json` with a sentence for each id, and `callers.json` with `token`, `secondToken` and `callers`.
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Contract, createContract } from "content-service-contract";
import { type CheckReport, runChecks } from "content-service-contract-tests";
import { markdownTable } from "../support/figures.js";
import { documentOf, type Service } from "./service-app.js";
import { services } from "./services.js";

interface Measured extends Pick<Service, "name" | "defects" | "target" | "contract"> {
  create(setting: { readonly defect?: string | undefined; readonly now: () => number }): {
    fetch(request: Request): Response | Promise<Response>;
  };
}

const { values } = parseArgs({
  options: { only: { type: "string" }, defect: { type: "string" }, from: { type: "string" } },
});
const { from } = values;
// The dates in a document of somebody else are of today.
const START_MS = from === undefined ? Date.UTC(2026, 8, 1, 9) : Date.now();
const chosen: Measured[] =
  from === undefined
    ? services.filter(({ name }) => values.only === undefined || name === values.only)
    : [await serviceFrom(resolve(from))];
if (chosen.length === 0) throw new TypeError(`No service ${values.only}`);
if (values.defect !== undefined && !chosen.some(({ defects }) => Object.hasOwn(defects, values.defect ?? "")))
  throw new TypeError(`No defect ${values.defect}`);

const startedMs = performance.now();
let falseAlarms = 0;
const rows: (string | number)[][] = [];
for (const service of chosen) {
  for (const stated of from === undefined ? [false, true] : [false]) {
    const contract = stated ? createContract(documentOf(service.name)) : service.contract;
    const how = `${service.name}${stated ? ", with links and facts" : ""}`;
    if (values.defect !== undefined) {
      if (Object.hasOwn(service.defects, values.defect)) await printFindings(how, service, contract, values.defect);
      continue;
    }
    const healthy = await check(service, contract);
    falseAlarms += printHealthy(how, healthy);
    const known = new Set(messagesOf(healthy));
    const missed: string[] = [];
    const defects = Object.keys(service.defects);
    for (const defect of defects) {
      const messages = messagesOf(await check(service, contract, defect));
      if (messages.every((message) => known.has(message))) missed.push(defect);
    }
    rows.push([how, `${defects.length - missed.length} of ${defects.length}`, missed.join(", ") || "none"]);
  }
}
if (rows.length > 0) console.log(markdownTable(["service", "found", "missed"], rows));
console.log(`Took ${Math.round((performance.now() - startedMs) / 1000)} s.`);
if (falseAlarms > 0) console.error(`${falseAlarms} checks of healthy services failed or errored`);
process.exitCode = falseAlarms > 0 ? 1 : 0;

/** A service in a folder outside the repository. */
async function serviceFrom(folder: string): Promise<Measured> {
  const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
  const contract = createContract(read("openapi"));
  const { createService } = await import(pathToFileURL(`${folder}/service.ts`).href);
  const target = { ...read("callers"), baseUrl: contract.operations[0]?.serverUrl || "https://service.example" };
  return { name: basename(folder), defects: read("defects"), target, contract, create: createService };
}

/** Runs all checks on a fresh service. Service and kit share a clock: each look at it takes a millisecond. */
function check({ target, create }: Measured, contract: Contract, defect?: string): Promise<CheckReport> {
  let nowMs = START_MS;
  const now = () => ++nowMs;
  const wait = async (delayMs: number) => {
    nowMs += delayMs;
  };
  const app = create({ defect, now });
  const fetch = async (url: string, init: RequestInit) => app.fetch(new Request(url, init));
  return runChecks({ ...target, fetch, clock: { advance: wait } }, { contract, effects: "lasting", now, wait });
}

/** Prints what a healthy service gets, and returns the number of checks that failed or errored. */
function printHealthy(how: string, { checks, exchanges }: CheckReport): number {
  const count = (wanted: string) => checks.filter(({ outcome }) => outcome === wanted).length;
  const counts = ["passed", "failed", "errored", "skipped"].map((outcome) => `${count(outcome)} ${outcome}`).join(", ");
  console.log(`${how}, healthy: ${counts}; ${exchanges} exchanges`);
  const wrong = checks.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
  for (const { id, reason, findings } of wrong) {
    console.log(`  ${id}: ${reason ?? ""}`);
    for (const { rule, message, at } of findings) console.log(`    ${rule} at ${at}: ${message}`);
  }
  return wrong.length;
}

/** The findings, each with its check, to tell those of a defect from those of the healthy service, whose ids and times differ. */
function messagesOf({ checks }: CheckReport): string[] {
  return checks.flatMap(({ id, findings }) =>
    findings.map(({ rule, message }) => `${id} ${rule} ${message.replaceAll(/[\w-]*\d[\w-]*/g, "#")}`),
  );
}

async function printFindings(how: string, service: Measured, contract: Contract, defect: string): Promise<void> {
  console.log(`${how}, ${defect}: ${service.defects[defect]}`);
  const { checks } = await check(service, contract, defect);
  for (const { id, findings } of checks) {
    for (const { rule, message, exchange } of findings) {
      const at = exchange === undefined ? "" : ` (${exchange.request.method} ${exchange.request.path})`;
      console.log(`  ${id}: ${rule}: ${message}${at}`);
    }
  }
}
