import type { CheckResult } from "../report.js";

/** The outcomes of checks, the worst first. */
export const OUTCOMES = ["failed", "errored", "passed", "skipped"] as const satisfies CheckResult["outcome"][];

/** The icon of an outcome, next to its name. */
export function OutcomeIcon({ outcome }: { readonly outcome: CheckResult["outcome"] }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <OutcomeShape outcome={outcome} x={0} y={0} />
    </svg>
  );
}

/** The icon as a part of a larger SVG. Each outcome has its own shape, so color is not needed to tell them apart. */
export function OutcomeShape({
  outcome,
  x,
  y,
}: {
  readonly outcome: CheckResult["outcome"];
  readonly x: number;
  readonly y: number;
}) {
  const box = (inset: number, radius: number) => (
    <rect
      class={`f-${outcome}`}
      x={x + inset}
      y={y + inset}
      width={12 - 2 * inset}
      height={12 - 2 * inset}
      rx={radius}
    />
  );
  if (outcome === "errored") return <path class="f-errored" d={`M${x + 6} ${y + 0.5}l5.8 11h-11.6z`} />;
  if (outcome === "skipped") return box(2.6, 2);
  if (outcome === "passed") return box(0.5, 2.5);
  return (
    <g>
      {box(0, 2)}
      <path class="f-cross" stroke-width="1.8" d={`M${x + 3.4} ${y + 3.4}l5.2 5.2m0-5.2l-5.2 5.2`} />
    </g>
  );
}
