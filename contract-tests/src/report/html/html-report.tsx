import { createHash } from "node:crypto";
import { type Contract, loadContract } from "content-service-contract";
import { oneLine } from "content-service-contract/text";
import { raw } from "hono/html";
import { safeReport } from "../redacted-report.js";
import type { CheckReport } from "../report.js";
import { verdictOf } from "../verdict.js";
import { Filter, filterScript } from "./filter.js";
import { Gaps } from "./gaps.js";
import { Matrix } from "./matrix.js";
import { Overview } from "./overview.js";
import { style } from "./style.js";
import { placeGroups, Violations } from "./violations.js";

/** Options of `htmlReport`. */
export interface HtmlReportOptions {
  /** The contract to quote. @default the contract of the client */
  readonly contract?: Contract | undefined;
}

/**
 * Writes a report as one HTML page without external resources, with a light and a dark theme. Its script only filters.
 *
 * The page size is limited: findings are grouped, long bodies are cut, and omitted parts are counted.
 */
export function htmlReport(checked: CheckReport, { contract = loadContract() }: HtmlReportOptions = {}): string {
  const report = safeReport(checked, contract);
  const groups = placeGroups(report.checks);
  const subject = oneLine(report.subject, 200);
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${verdictOf(report).title}: ${subject}`}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        <main>
          <Overview report={report} />
          <Filter report={report} groups={groups} />
          <Violations groups={groups} contract={contract} />
          <Matrix report={report} groups={groups} contract={contract} />
          <Gaps report={report} />
        </main>
        <footer>Secrets are replaced by [redacted]. The JSON report of this run is complete.</footer>
        <script>{raw(filterScript)}</script>
      </body>
    </html>
  );
  return `<!doctype html>\n${String(page)}\n`;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only the page's own style and script, whatever the service sent. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(filterScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
