import { counted, oneLine } from "content-service-contract/text";
import { baselineLines } from "../baseline.js";
import { type NotChecked, notChecked } from "../not-checked.js";
import type { CheckReport } from "../report.js";
import { filterData } from "./filter.js";

/** What the run did not check: errored and skipped checks, records not cleaned up, and uncovered parts of the contract. */
export function Gaps({ report }: { readonly report: CheckReport }) {
  const { checks, leftBehind, coverage } = report;
  return (
    <>
      <Reasons groups={notChecked(checks)} />
      <Sentences
        id="baseline"
        title="Baseline"
        intro="What each entry of the baseline did:"
        sentences={baselineLines(report)}
      />
      <Sentences
        id="left-behind"
        title="Not cleaned up"
        intro="The run changed these and could not restore them:"
        sentences={leftBehind}
      />
      <NotCovered missing={coverage.missing} />
    </>
  );
}

const MAX_LISTED = 50;

function Sentences({
  id,
  title,
  intro,
  sentences,
}: {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly sentences: readonly string[];
}) {
  if (sentences.length === 0) return "";
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="note">
        {intro}
        <ul>
          {sentences.slice(0, MAX_LISTED).map((sentence) => (
            <li>{oneLine(sentence)}</li>
          ))}
          <More count={sentences.length - MAX_LISTED} what="more" />
        </ul>
      </div>
    </section>
  );
}

function Reasons({ groups }: { readonly groups: readonly NotChecked[] }) {
  if (groups.length === 0) return "";
  return (
    <section aria-labelledby="not-checked" data-group>
      <h2 id="not-checked">Not checked</h2>
      <ul class="reasons">
        {groups.slice(0, MAX_LISTED).map(({ reason, outcome, checks: same }) => (
          <li
            {...filterData({
              operations: same.map(({ operation }) => operation),
              outcomes: same.map(({ outcome }) => outcome),
            })}
          >
            {oneLine(reason)}
            <details>
              <summary class="quiet">
                {counted(same.length, "check")} {outcome}
              </summary>
              <ul>
                {same.slice(0, MAX_LISTED).map((check) => (
                  <li>{oneLine(check.title)}</li>
                ))}
                <More count={same.length - MAX_LISTED} what="other check" />
              </ul>
            </details>
          </li>
        ))}
        <More count={groups.length - MAX_LISTED} what="other reason" />
      </ul>
    </section>
  );
}

function NotCovered({ missing }: { readonly missing: CheckReport["coverage"]["missing"] }) {
  const operations = [...new Set(missing.map(({ operation }) => operation))];
  if (operations.length === 0) return "";
  return (
    <section aria-labelledby="not-seen" data-group>
      <h2 id="not-seen">Not covered</h2>
      <p>Documented in the contract, but in no exchange of this run. These are not violations.</p>
      {operations.map((operation) => {
        const cells = missing.filter((cell) => cell.operation === operation);
        return (
          <details {...filterData({ operations: [operation], outcomes: [] })}>
            <summary>
              {oneLine(operation)} <span class="quiet">{counted(cells.length, "part")}</span>
            </summary>
            <ul class="reasons">
              {[...new Set(cells.map(({ dimension }) => dimension))].map((dimension) => (
                <li>
                  {dimension}:{" "}
                  {cells
                    .filter((cell) => cell.dimension === dimension)
                    .map(({ name }) => oneLine(name))
                    .join(", ")}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

function More({ count, what }: { readonly count: number; readonly what: string }) {
  return count > 0 ? <li class="quiet">… and {counted(count, what)}</li> : "";
}
