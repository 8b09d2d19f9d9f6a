import type { Contract } from "../../contract/contract.js";
import type { CoverageRow } from "../../coverage/coverage.js";
import { type Dimension, dimensions } from "../../coverage/coverage.js";
import type { CheckReport } from "../report.js";
import { cutText, visibleText } from "../visible-text.js";
import { CheckCell, CoverageCell, ViolationCell } from "./matrix-cells.js";
import { OUTCOMES, OutcomeSign } from "./outcome-sign.js";
import type { PlacedGroup } from "./placed-group.js";

/** The picture of a run: a row for each operation, with its checks, which rules were violated, and what was seen of it. */
export function Matrix(props: {
  readonly report: CheckReport;
  readonly groups: readonly PlacedGroup[];
  readonly contract: Contract;
}) {
  const { report, groups, contract } = props;
  const shown = dimensions.filter((one) => report.coverage.rows.some(({ counts }) => counts[one] !== undefined));
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">Operation by operation</h2>
      <section class="sheet" aria-label="Operations, checks and coverage" tabindex={0}>
        <table class="matrix">
          <caption class="hidden">
            For each operation: how its checks ended, which rules were violated, and how much was seen of what the
            contract documents.
          </caption>
          <thead>
            <tr>
              <td colspan={3} />
              <th class="group" scope="colgroup" colspan={shown.length}>
                Seen of what the contract documents
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
            {rowsOf(report).map(({ operation, counts }) => (
              <tr>
                <th scope="row" title={hintOf(contract, operation)}>
                  <BreakableName name={nameOf(operation)} />
                </th>
                <CheckCell checks={report.checks.filter((check) => check.operation === operation)} />
                <ViolationCell groups={groups.filter((group) => group.check === operation)} />
                {shown.map((one) => (
                  <CoverageCell count={counts[one]} />
                ))}
              </tr>
            ))}
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

function nameOf(operation: string | undefined): string {
  return operation === undefined ? "no operation" : cutText(visibleText(operation, { oneLine: true }), 80);
}

function hintOf(contract: Contract, operation: string | undefined): string | undefined {
  const found = contract.operations.find(({ id }) => id === operation);
  return found === undefined ? undefined : `${found.method.toUpperCase()} ${found.path}`;
}

/** May be broken before a capital letter. */
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
          <OutcomeSign outcome={outcome} /> check {outcome}
        </li>
      ))}
      {(
        [
          ["c4", "all seen"],
          ["c3", "most"],
          ["c2", "half and more"],
          ["c1", "less than half"],
          ["c0", "nothing seen"],
        ] as const
      ).map(([shade, words]) => (
        <li>
          <span class={`swatch ${shade}`} /> {words}
        </li>
      ))}
    </ul>
  );
}
