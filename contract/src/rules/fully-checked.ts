import { MAX_VIOLATIONS, type Rule, type Violation } from "../exchange/violation.js";
import { cutText, formatCount, visibleText } from "../exchange/visible-text.js";
import { NotCheckedError, requireTime, type TimeLimit, withTimeLimit } from "../model/budget.js";

/** Checks a subject with rules. A rule that cannot finish has a violation of `fully-checked` at the given place. */
export type CheckRules = <Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  place: Pick<Violation, "at" | "contract">,
) => Violation[];

/** Checks within a time limit, and limits the number and the length of the violations. */
export function limitedViolations(limit: TimeLimit, run: (check: CheckRules) => Violation[]): Violation[] {
  return withTimeLimit(limit, (budget) => {
    const all = run(checkRules);
    const more = all.length - MAX_VIOLATIONS;
    const kept = all.slice(0, MAX_VIOLATIONS).map(shortened);
    const last = kept.at(-1);
    if (last === undefined || (more <= 0 && !budget.isCut)) return kept;
    const count = budget.isCut ? "more" : `${formatCount(more)} more`;
    return [...kept.slice(0, -1), { ...last, message: `${last.message} (and ${count} violations)` }];
  });
}

const checkRules: CheckRules = (rules, subject, place) => {
  const found: Violation[] = [];
  for (const rule of rules) {
    try {
      requireTime();
      for (const violation of rule(subject)) found.push(violation);
    } catch (error) {
      if (!(error instanceof NotCheckedError || error instanceof RangeError)) throw error;
      // Several rules read the same body, so the first reason is enough.
      if (!found.some((one) => one.rule === "fully-checked")) found.push(notChecked(error.message, place));
    }
  }
  return found;
};

/** The violation of an exchange that could not be checked completely. */
export function notChecked(reason: string, place: Pick<Violation, "at" | "contract">): Violation {
  const side = place.at.startsWith("/request") ? "request" : "response";
  return { rule: "fully-checked", message: `The ${side} was not fully checked: ${reason}`, ...place };
}

const MAX_MESSAGE = 1_000;
const MAX_POINTER = 2_000;

/** Names in messages and pointers come from the exchange. */
function shortened(violation: Violation): Violation {
  const { message, at } = violation;
  const isShort = message.length <= MAX_MESSAGE && at.length <= MAX_POINTER;
  // Cut first, since a name can be as long as a body.
  const visible = visibleText(message.slice(0, MAX_MESSAGE + 1), { oneLine: true });
  if (isShort && visible === message) return violation;
  return { ...violation, message: cutText(visible, MAX_MESSAGE), at: at.slice(0, MAX_POINTER) };
}
