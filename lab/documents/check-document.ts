// Checks the Prism mock of one document, and prints the result as JSON. A process of its own, so that a document which hangs
// or takes all memory ends alone.
import { arrayAt, isJsonObject, parseJson, stringAt } from "content-service-contract";
import { exampleParameters, runChecks } from "content-service-contract-tests";
import type { Checked, Found } from "./index.js";
import { readContract } from "./pinned.js";

const [file = "", baseUrl = ""] = process.argv.slice(2);
const contract = await readContract(file);
const isBasic = contract.operations.some(({ security }) => security.flat().some(({ kind }) => kind === "basic"));
const servers = contract.operations.flatMap(({ serverUrls }) => serverUrls);
const writing = contract.operations.filter(({ isSafe }) => !isSafe);
// A run takes the ids for operations that write from the operator alone.
const ids = writing.flatMap(({ id, parameters }) =>
  parameters.flatMap(({ name, in: place, example }) =>
    place === "path" && example !== undefined ? [[`${id}.${name}`, String(example)] as const] : [],
  ),
);
const report = await runChecks(
  {
    ...{ baseUrl, authUrl: baseUrl, servers: Object.fromEntries(servers.map((url) => [url, baseUrl])) },
    token: isBasic ? "user:q7Vd" : "q7Vd",
    parameters: { ...exampleParameters(contract), ...Object.fromEntries(ids) },
  },
  { contract, effects: "lasting", inference: false, maxDurationMs: 90_000 },
);
const found = report.checks.flatMap((check) =>
  check.findings.map(({ message, exchange }): Found => {
    const body = parseJson(exchange.response.body);
    const problem = isJsonObject(body) ? /prism\/errors#(\w+)/.exec(stringAt(body, "type") ?? "")?.[1] : undefined;
    const [first] = isJsonObject(body) ? arrayAt(body, "validation").filter(isJsonObject) : [];
    const { status } = exchange.response;
    return { check: check.id, message, status, problem, detail: first && stringAt(first, "message") };
  }),
);
const unclear = report.checks.filter(({ outcome }) => outcome === "errored");
const checked: Checked = {
  operations: contract.operations.length,
  checks: report.checks.length,
  skipped: report.checks.filter(({ outcome }) => outcome === "skipped").map(({ reason = "" }) => reason),
  exchanges: report.exchanges,
  found: [...found, ...unclear.map(({ id, reason = "" }): Found => ({ check: id, message: reason, status: 0 }))],
};
console.log(JSON.stringify(checked));
