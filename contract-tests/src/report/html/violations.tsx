import type { Contract } from "content-service-contract";
import { counted, cutText, formatCount, oneLine, visibleText } from "content-service-contract/text";
import { contractExcerpt } from "../contract-excerpt.js";
import { curlCommand } from "../failure-text.js";
import { type FindingGroup, groupFindings, placeLines } from "../finding-groups.js";
import { type CheckResult, RULES } from "../report.js";
import { ExchangeView, Line } from "./exchange-view.js";
import { filterData } from "./filter.js";

/** The violations by the operation of their first place: the first in full, and a count of the rest. */
export function Violations({
  groups,
  contract,
}: {
  readonly groups: readonly PlacedGroup[];
  readonly contract: Contract;
}) {
  if (groups.length === 0) return "";
  const full = groups.slice(0, MAX_FULL);
  const rest = groups.slice(MAX_FULL);
  const operations = [...new Set(full.map(({ operation }) => operation))];
  return (
    <section aria-labelledby="violations">
      <h2 id="violations">Violations</h2>
      {operations.map((operation) => (
        <div data-group>
          <h3>{operation === undefined ? "No operation" : oneLine(operation)}</h3>
          {full
            .filter((group) => group.operation === operation)
            .map((group) => (
              <Violation group={group} contract={contract} />
            ))}
        </div>
      ))}
      {rest.length > 0 ? (
        <p id="more-violations">
          {counted(rest.length, "more violation")}, found {formatCount(rest.reduce((sum, { count }) => sum + count, 0))}{" "}
          times, in the JSON report.
        </p>
      ) : (
        ""
      )}
    </section>
  );
}

function Violation({ group, contract }: { readonly group: PlacedGroup; readonly contract: Contract }) {
  const { first, rule, count, anchor, checks } = group;
  const places = placeLines(group);
  return (
    <article class="violation" id={anchor} aria-labelledby={`${anchor}-title`} {...dataOf(group)}>
      <p class="rule">
        <span class="badge">{oneLine(rule)}</span>
        {count > 1 ? <span class="quiet">{counted(count, "place")}; this is the first</span> : ""}
      </p>
      <h4 id={`${anchor}-title`}>{oneLine(first.message)}</h4>
      <dl class="pointers">
        {Object.hasOwn(RULES, rule) ? (
          <>
            <dt>Rule passes if</dt>
            <dd>
              <Prose text={RULES[rule]} />
            </dd>
          </>
        ) : (
          ""
        )}
        <dt>Found by</dt>
        <dd>{checks.map((one) => oneLine(one)).join("; ")}</dd>
        <dt>In the exchange</dt>
        <dd>
          <code>{oneLine(first.at)}</code>
        </dd>
        {places.length > 0 ? (
          <>
            <dt>Places</dt>
            <dd>
              <ul class="reasons">
                {places.map((place) => (
                  <li>{oneLine(place)}</li>
                ))}
              </ul>
            </dd>
          </>
        ) : (
          ""
        )}
        <dt>In the contract</dt>
        <dd>
          <code>{oneLine(group.contract)}</code>
        </dd>
        <dt>Reproduce with</dt>
        <dd>
          <code>{visibleText(curlCommand(group), { oneLine: true })}</code>
        </dd>
      </dl>
      <div class="sides">
        <Excerpt contract={contract} at={group.contract} />
        <ExchangeView exchange={first.exchange} at={first.at} />
      </div>
    </article>
  );
}

function Excerpt({ contract, at }: { readonly contract: Contract; readonly at: string }) {
  const excerpt = contractExcerpt(contract, at, { maxLines: 24 });
  if (excerpt === undefined) return <p class="quiet">The contract has no such place.</p>;
  return (
    <div>
      <h5>Contract</h5>
      {excerpt.description === undefined ? (
        ""
      ) : (
        <blockquote>
          <Prose text={cutText(visibleText(excerpt.description), 1_000)} />
        </blockquote>
      )}
      <pre>
        {excerpt.lines.map(({ text: line, marked }) => (
          <Line kind={marked ? "marked" : "plain"}>{cutText(visibleText(line), 400)}</Line>
        ))}
        {excerpt.linesLeft > 0 ? <Line kind="omitted">… {counted(excerpt.linesLeft, "more line")}</Line> : ""}
      </pre>
    </div>
  );
}

/** Contract text with backticks for code. */
function Prose({ text: prose }: { readonly text: string }) {
  return <>{prose.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}

function dataOf(group: PlacedGroup) {
  return filterData({ operations: operationsOf(group), rules: [group.rule], outcomes: ["failed"] });
}

/** The operations with a violation, and those of the checks that found it. */
export function operationsOf({ places, checked }: FindingGroup): (string | undefined)[] {
  return [...places.map(({ operation }) => operation), ...checked];
}

/** A group of findings and its place on the page. */
export interface PlacedGroup extends FindingGroup {
  readonly anchor: string;
}

/** Groups findings by the operation that violates the contract, and limits how many groups are shown in full. */
export function placeGroups(checks: readonly CheckResult[]): PlacedGroup[] {
  const groups = groupFindings(checks);
  const operations = [...new Set(groups.map(({ operation }) => operation))];
  return operations
    .flatMap((operation) => groups.filter((group) => group.operation === operation))
    .map((group, index) => ({
      ...group,
      anchor: index < MAX_FULL ? `violation-${index + 1}` : "more-violations",
    }));
}

const MAX_FULL = 60;
