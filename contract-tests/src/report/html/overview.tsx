import { counted, formatCount, oneLine, visibleText } from "content-service-contract/text";
import { notChecked } from "../not-checked.js";
import type { CheckReport } from "../report.js";
import { countOutcomes, formatDuration, verdictOf } from "../verdict.js";
import { OUTCOMES, OutcomeIcon } from "./outcome-icon.js";

/** The verdict, facts about the run, and bars for outcomes and coverage. */
export function Overview({ report }: { readonly report: CheckReport }) {
  const { outcome, title, sentence } = verdictOf(report);
  const { covered, documented, percent } = report.coverage;
  return (
    <header class={`verdict ${outcome}`}>
      <div class="verdict-words">
        <VerdictIcon outcome={outcome} />
        <div>
          <h1>{title}</h1>
          <p>{sentence}</p>
          <Reasons report={report} />
        </div>
      </div>
      <dl class="facts">
        <div class="wide">
          <dt>{SUBJECTS[report.source]}</dt>
          <dd>{oneLine(report.subject)}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <time datetime={visibleText(report.startedAt)}>{timeText(report.startedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>{formatDuration(report.durationMs)}</dd>
        </div>
        <div>
          <dt>Exchanges</dt>
          <dd>{formatCount(report.exchanges)}</dd>
        </div>
        {report.shard === undefined ? (
          ""
        ) : (
          <div>
            <dt>Shard</dt>
            <dd>
              {report.shard.index}/{report.shard.total}
            </dd>
          </div>
        )}
        {report.effects === undefined ? (
          ""
        ) : (
          <div>
            <dt>Allowed changes</dt>
            <dd>{EFFECTS[report.effects]}</dd>
          </div>
        )}
      </dl>
      <div class="bars">
        <OutcomeBar report={report} />
        <div class="bar">
          <p>
            Coverage {percent}% <span class="quiet">of the contract</span>
          </p>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="f-seen" width={percent} height={1} />
          </svg>
          <ul class="legend">
            <li>
              {formatCount(covered)} covered, {formatCount(documented - covered)} not covered
            </li>
          </ul>
        </div>
      </div>
    </header>
  );
}

/** The largest reasons why checks have no result. */
function Reasons({ report }: { readonly report: CheckReport }) {
  const groups = notChecked(report.checks);
  if (groups.length === 0) return "";
  return (
    <p>
      <a href="#not-checked">Not checked</a>:{" "}
      {groups
        .slice(0, 3)
        .map(({ reason, checks }) => `${oneLine(reason, 200)} (${counted(checks.length, "check")})`)
        .join("; ")}
      {groups.length > 3 ? "; …" : ""}
    </p>
  );
}

const SUBJECTS = { check: "Service", har: "Recorded traffic", proxy: "Traffic to" } as const;

const EFFECTS = { none: "none", undone: "only reversible", lasting: "all" } as const;

function OutcomeBar({ report }: { readonly report: CheckReport }) {
  const counts = countOutcomes(report.checks);
  const total = report.checks.length;
  let x = 0;
  return (
    <div class="bar">
      <p>{counted(total, "check")}</p>
      <svg viewBox={`0 0 ${Math.max(total, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {OUTCOMES.map((outcome) => {
          const from = x;
          x += counts[outcome];
          const paint = outcome === "skipped" ? "f-bar-skipped" : `f-${outcome}`;
          return <rect class={paint} x={from} width={counts[outcome]} height={1} />;
        })}
      </svg>
      <ul class="legend">
        {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
          <li>
            <OutcomeIcon outcome={outcome} /> {formatCount(counts[outcome])} {outcome}
          </li>
        ))}
      </ul>
    </div>
  );
}

function VerdictIcon({ outcome }: { readonly outcome: "passed" | "failed" | "unknown" }) {
  const paths = {
    passed: "M15 25l7 7 13-15",
    failed: "M17 17l16 16M33 17l-16 16",
    unknown: "M25 13v15M25 35v1",
  } as const;
  const fill = { passed: "f-passed", failed: "f-failed", unknown: "f-errored" } as const;
  return (
    <svg class="sign" viewBox="0 0 50 50" aria-hidden="true">
      <circle class={fill[outcome]} cx="25" cy="25" r="24" />
      <path class="f-cross" stroke-width="5" d={paths[outcome]} />
    </svg>
  );
}

function timeText(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
  return parts === null ? visibleText(iso, { oneLine: true }) : `${parts[1]} ${parts[2]} UTC`;
}
