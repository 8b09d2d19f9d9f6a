import type { Contract } from "content-service-contract";
import { formatCount, oneLine } from "content-service-contract/text";
import { type CoverageRow, type Dimension, dimensions } from "../../coverage/coverage.js";
import type { CheckReport, CheckResult } from "../report.js";
import { countOutcomes } from "../verdict.js";
import { filterData, nameOf } from "./filter.js";
import { OUTCOMES, OutcomeIcon, OutcomeShape } from "./outcome-icon.js";
import { operationsOf, type PlacedGroup } from "./violations.js";

/** A table with a row for each operation: checks, violated rules and coverage. */
export function Matrix(props: {
  readonly report: CheckReport;
  readonly groups: readonly PlacedGroup[];
  readonly contract: Contract;
}) {
  const { report, groups, contract } = props;
  const shown = dimensions.filter((one) => report.coverage.rows.some(({ counts }) => counts[one] !== undefined));
  return (
    <section aria-labelledby="matrix" data-group>
      <h2 id="matrix">Operations</h2>
      <section class="sheet" aria-label="Operations, checks and coverage" tabindex={0}>
        <table class="matrix">
          <caption class="hidden">
            For each operation: the outcomes of its checks, the violated rules, and the coverage of the contract.
          </caption>
          <thead>
            <tr>
              <td colspan={3} />
              <th class="group" scope="colgroup" colspan={shown.length}>
                Coverage of the contract
              </th>
            </tr>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Checks passed</th>
              <th scope="col">Violations</th>
              {shown.map((one) => (
                <th class="dimension" scope="col">
                  {HEADS[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(report).map(({ operation, counts }) => {
              const checks = report.checks.filter((check) => check.operation === operation);
              const found = groups.filter((group) => operationsOf(group).includes(operation));
              const outcomes = checks.map(({ outcome }) => outcome);
              return (
                <tr {...filterData({ operations: [operation], rules: found.map(({ rule }) => rule), outcomes })}>
                  <th scope="row" title={hintOf(contract, operation)}>
                    <BreakableName name={nameOf(operation)} />
                  </th>
                  <CheckCell checks={checks} />
                  <ViolationCell groups={found} operation={operation} />
                  {shown.map((one) => (
                    <CoverageCell count={counts[one]} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <Legend />
    </section>
  );
}

const HEADS: Readonly<Record<Dimension, string>> = {
  status: "Status",
  "media type": "Media",
  example: "Examples",
  "error code": "Codes",
  parameter: "Params",
  "request media type": "Sent media",
  "request example": "Sent examples",
  security: "Token",
};

type Row = { readonly operation: string | undefined; readonly counts: CoverageRow["counts"] };

function rowsOf({ coverage, checks }: CheckReport): Row[] {
  const known = new Set<string | undefined>(coverage.rows.map(({ operation }) => operation));
  const others = new Set(checks.map(({ operation }) => operation).filter((operation) => !known.has(operation)));
  return [...coverage.rows, ...[...others].map((operation) => ({ operation, counts: {} }))];
}

function hintOf(contract: Contract, operation: string | undefined): string | undefined {
  const found = contract.operations.find(({ id }) => id === operation);
  return found === undefined ? undefined : `${found.method.toUpperCase()} ${found.path}`;
}

/** Allows line breaks before capital letters. */
function BreakableName({ name }: { readonly name: string }) {
  const [first, ...rest] = name.split(/(?<=[a-z])(?=[A-Z])/);
  return (
    <>
      {first}
      {rest.map((part) => (
        <>
          <wbr />
          {part}
        </>
      ))}
    </>
  );
}

function Legend() {
  return (
    <ul class="legend">
      {OUTCOMES.map((outcome) => (
        <li>
          <OutcomeIcon outcome={outcome} /> check {outcome}
        </li>
      ))}
      {(
        [
          ["c4", "all covered"],
          ["c3", "most"],
          ["c2", "at least half"],
          ["c1", "less than half"],
          ["c0", "none"],
        ] as const
      ).map(([shade, words]) => (
        <li>
          <span class={`swatch ${shade}`} /> {words}
        </li>
      ))}
    </ul>
  );
}

/** One icon for each check of an operation. */
export function CheckCell({ checks }: { readonly checks: readonly CheckResult[] }) {
  if (checks.length === 0) return <td class="quiet">none ran</td>;
  const counts = countOutcomes(checks);
  const label = OUTCOMES.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one}`);
  const squares = checks.slice(0, MAX_SQUARES);
  const columns = Math.min(squares.length, SQUARES_IN_A_ROW);
  const width = columns * STEP - 3;
  const height = Math.ceil(squares.length / SQUARES_IN_A_ROW) * STEP - 3;
  return (
    <td class="strip">
      <svg role="img" aria-label={label.join(", ")} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {squares.map(({ outcome }, index) => (
          <OutcomeShape
            outcome={outcome}
            x={(index % SQUARES_IN_A_ROW) * STEP}
            y={Math.floor(index / SQUARES_IN_A_ROW) * STEP}
          />
        ))}
      </svg>
      <span>{`${formatCount(counts.passed)}/${formatCount(checks.length)}`}</span>
    </td>
  );
}

const SQUARES_IN_A_ROW = 14;
const MAX_SQUARES = 200;
const MAX_CHIPS = 12;
const STEP = 15;

/** The violated rules, each a link to its first violation. Those of other operations, which a check called, have no count. */
export function ViolationCell({
  groups,
  operation,
}: {
  readonly groups: readonly PlacedGroup[];
  readonly operation: string | undefined;
}) {
  if (groups.length === 0) return <td class="quiet">none</td>;
  const rules = [...new Set(groups.map(({ rule }) => rule))].map((rule) => {
    const same = groups.filter((group) => group.rule === rule);
    const own = same.flatMap(({ anchor, places }) =>
      places.filter((place) => place.operation === operation).map(({ count }) => ({ anchor, count })),
    );
    const [{ anchor } = { anchor: "violations" }] = [...own, ...same];
    return { rule, anchor, count: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return (
    <td>
      <ul class="chips">
        {rules.slice(0, MAX_CHIPS).map(({ rule, anchor, count }) => (
          <li>
            <a class="chip" href={`#${anchor}`}>
              ✗ {oneLine(rule, 60)}
              {count > 1 ? ` ×${formatCount(count)}` : ""}
            </a>
          </li>
        ))}
      </ul>
    </td>
  );
}

/** The coverage of one dimension. */
export function CoverageCell({
  count,
}: {
  readonly count: { readonly covered: number; readonly documented: number } | undefined;
}) {
  if (count === undefined) {
    return (
      <td class="cell none">
        <span aria-hidden="true">–</span>
        <span class="hidden">nothing documented</span>
      </td>
    );
  }
  const { covered, documented } = count;
  return <td class={`cell ${shadeOf(covered / documented)}`}>{`${covered}/${documented}`}</td>;
}

function shadeOf(share: number): string {
  if (share === 0) return "c0";
  if (share === 1) return "c4";
  return share < 0.5 ? "c1" : share < 0.8 ? "c2" : "c3";
}
