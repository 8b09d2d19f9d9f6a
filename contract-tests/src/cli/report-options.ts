import { appendFileSync } from "node:fs";
import type { Contract } from "content-service-contract";
import { visibleText } from "content-service-contract/text";
import { baselineText } from "../report/baseline.js";
import { htmlReport } from "../report/html/html-report.js";
import {
  annotations,
  jsonReport,
  junitReport,
  readBaseline,
  redactedReport,
  stepSummary,
  summaryText,
  withBaseline,
} from "../report/index.js";
import { type CheckReport, exitCodeOf } from "../report/report.js";
import { tooFewChecked } from "../report/verdict.js";
import { readList, requireWritable, writeFile } from "./files.js";
import { flag, type Values, value } from "./options.js";
import { reasonOf, UsageError } from "./usage-error.js";

export const reportOptions = {
  html: value("<file>", "write a self-contained HTML report"),
  junit: value("<file>", "write a JUnit XML report"),
  json: value("<file>", "write a JSON report"),
  baseline: value("<file>", "accept the known violations of a YAML or JSON file, each with a reason and an end date"),
  "write-baseline": value("<file>", "write the violations as such a file; fill in the reasons"),
  "min-checked": value("<percent>", "end with code 2 when fewer of the planned checks passed or failed, such as 90%"),
  annotations: flag("print build annotations, also outside of GitHub Actions"),
  quiet: flag("print only errors"),
  "no-color": flag("print without colors, as with NO_COLOR in the environment; FORCE_COLOR=1 prints them into files"),
};

/** Reads the baseline before a long run. Returns a function that prints and writes the reports, and returns the exit code. */
export async function prepareReports(settings: Values<typeof reportOptions>, contract: Contract) {
  const { html, junit, json, quiet, "write-baseline": written } = settings;
  const minChecked = readPercent(settings["min-checked"]);
  for (const path of [html, junit, json, written]) if (path !== undefined) requireWritable(path);
  const baseline = await readEntries(settings.baseline, contract);
  return (found: CheckReport, secrets: readonly string[] = []): 0 | 1 | 2 => {
    const judged = { ...(baseline === undefined ? found : withBaseline(found, baseline)), minChecked };
    const report = redactedReport(judged, secrets, { contract });
    const color = !settings["no-color"] && hasColor(process.stdout.isTTY, process.env);
    // Some pseudo-terminals have 0 columns.
    if (!quiet) process.stdout.write(summaryText(report, { contract, color, width: process.stdout.columns || 100 }));
    if (html !== undefined) writeFile(html, htmlReport(report, { contract }));
    if (junit !== undefined) writeFile(junit, junitReport(report));
    if (json !== undefined) writeFile(json, `${JSON.stringify(jsonReport(report), null, 2)}\n`);
    if (written !== undefined) {
      writeFile(written, baselineText(report));
      console.error(`Wrote the violations to ${written}: replace each reason there`);
    }
    if (settings.annotations || process.env["GITHUB_ACTIONS"] === "true") process.stdout.write(annotations(report));
    const summaryFile = process.env["GITHUB_STEP_SUMMARY"];
    if (summaryFile) appendFileSync(summaryFile, stepSummary(report));
    const code = exitCodeOf(report);
    if (code === 2) console.error(visibleText(reasonForCode2(report)));
    return code;
  };
}

async function readEntries(file: string | undefined, contract: Contract) {
  if (file === undefined) return undefined;
  const value = await readList("--baseline", file);
  try {
    return readBaseline(value, contract);
  } catch (error) {
    throw new UsageError(`--baseline ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function readPercent(text = "0"): number {
  const percent = /^\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  // Without a sign, 0.9 may be meant as 90%.
  const isShare = percent > 0 && percent < 1 && !text.endsWith("%");
  if (percent <= 100 && !isShare) return percent;
  throw new UsageError(`--min-checked must be a percentage, such as 90%; received ${text}`);
}

/** `FORCE_COLOR` takes precedence, as in Node: https://nodejs.org/api/tty.html#writestreamgetcolordepthenv */
function hasColor(isTTY = false, { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal }: NodeJS.ProcessEnv): boolean {
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTTY && !none && terminal !== "dumb";
}

function reasonForCode2(report: CheckReport): string {
  const errored = report.checks.find(({ outcome }) => outcome === "errored");
  const reason = errored === undefined ? tooFewChecked(report) : (errored.reason ?? `${errored.title}: errored`);
  return reason ?? "Nothing was checked.";
}
