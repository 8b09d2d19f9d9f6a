import type { CheckResult } from "../report.js";
import { countOutcomes } from "../verdict.js";
import { cutText, formatCount, visibleText } from "../visible-text.js";
import { OUTCOMES, OutcomeShape } from "./outcome-sign.js";
import type { PlacedGroup } from "./placed-group.js";

/** The checks of an operation, a sign each. */
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

const SQUARES_IN_A_ROW = 20;
const MAX_SQUARES = 200;
const MAX_CHIPS = 12;
const STEP = 15;

/** The rules that were violated, each a link to its first violation. */
export function ViolationCell({ groups }: { readonly groups: readonly PlacedGroup[] }) {
  if (groups.length === 0) return <td class="quiet">none</td>;
  const rules = [...new Set(groups.map(({ rule }) => rule))].map((rule) => {
    const same = groups.filter((group) => group.rule === rule);
    return { rule, anchor: same[0]?.anchor ?? "violations", count: same.reduce((sum, { count }) => sum + count, 0) };
  });
  return (
    <td>
      <ul class="chips">
        {rules.slice(0, MAX_CHIPS).map(({ rule, anchor, count }) => (
          <li>
            <a class="chip" href={`#${anchor}`}>
              ✗ {cutText(visibleText(rule, { oneLine: true }), 60)}
              {count > 1 ? ` ×${formatCount(count)}` : ""}
            </a>
          </li>
        ))}
      </ul>
    </td>
  );
}

/** How much was seen of one kind of thing. */
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
