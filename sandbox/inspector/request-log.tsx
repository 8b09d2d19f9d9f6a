import { useMemo, useState } from "hono/jsx/dom";
import { keyOf, type TabProps } from "./live-sandbox.js";
import { ActionButton, counted, Differences, download, inputValue, Select, useKept } from "./parts.js";
import { RequestDetails } from "./request-details.js";
import { harOf } from "./request-exports.js";
import type { JournalEntry, JournalMessage } from "./sandbox-access.js";
import { createSearch, parsed } from "./values.js";
import { Windowed } from "./windowed.js";

interface Filter {
  readonly text: string;
  readonly operation: string;
  readonly status: string;
}

const ALL: Filter = { text: "", operation: "", status: "" };
const NEWEST = { by: "Time", isDown: true } as const;

/** The requests, the newest first unless sorted otherwise. */
export function RequestLog({ live, state, place }: TabProps) {
  const [filter, setFilter] = useKept("filter", ALL);
  const [sort, setSort] = useKept<{ readonly by: Column; readonly isDown: boolean }>("sort", NEWEST);
  const [selected, setSelected] = useState<ReadonlySet<JournalEntry>>(new Set());
  const [isCompared, setCompared] = useState(false);
  const { entries, dropped, seed, info } = state;
  const names = useMemo(() => new Map(seed?.users?.map(({ id, name }) => [id, name])), [seed]);
  const nameOf = (id: string | null) => (id === null ? "" : (names.get(id) ?? id));
  const matching = useMemo(() => {
    const found = entries.filter((entry) => matches(entry, filter, nameOf(entry.user_id)));
    if (sort.by === "Time") return sort.isDown ? found.toReversed() : found;
    const value = COLUMNS[sort.by];
    const keyed = found.map((entry) => [value(entry, nameOf(entry.user_id)), entry] as const);
    const order = keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
    return sort.isDown ? order.reverse() : order;
  }, [entries, filter, sort, names]);
  const operations = useMemo(
    () => [...new Set(entries.flatMap(({ operation }) => operation ?? []))].toSorted(),
    [entries],
  );
  const chosen = entries.filter((entry) => selected.has(entry));
  const [first, second] = chosen;
  const open = place === "" ? undefined : entries.findLast((entry) => keyOf(entry).startsWith(place));
  const clear = () => live.control.clearRequests().then(live.refresh);
  const select = (entry: JournalEntry) => {
    const next = new Set(selected);
    if (!next.delete(entry)) next.add(entry);
    setSelected(next);
    setCompared(false);
  };

  return (
    <div>
      <div class="bar">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter: path, user, code, body"
          value={filter.text}
          onInput={(event) => setFilter({ ...filter, text: inputValue(event) })}
        />
        <Select
          aria-label="Operation"
          value={filter.operation}
          options={[["", "All operations"], ...operations.map((id) => [id, id] as const)]}
          onChange={(operation) => setFilter({ ...filter, operation })}
        />
        <Select
          aria-label="Status"
          value={filter.status}
          options={STATUSES}
          onChange={(status) => setFilter({ ...filter, status })}
        />
        <span class="count" role="status">
          {matching.length === entries.length
            ? counted(entries.length, "request")
            : `${matching.length} of ${counted(entries.length, "request")}`}
        </span>
        <ActionButton label="Clear" run={clear} done="Cleared" deletes="all requests" />
        <ActionButton
          label={chosen.length === 0 ? "Save as HAR" : `Save ${chosen.length} as HAR`}
          run={() => download("sandbox-requests.har", harOf(chosen.length === 0 ? matching : chosen, live.url))}
          done="Saved"
          disabled={matching.length === 0}
        />
        <button
          type="button"
          aria-pressed={String(isCompared)}
          disabled={chosen.length !== 2}
          title="Select two requests"
          onClick={() => setCompared(!isCompared)}
        >
          Compare
        </button>
      </div>
      {isCompared && first !== undefined && second !== undefined && (
        <section class="details" aria-label="Comparison">
          <h2>
            {first.request_id} and {second.request_id}
          </h2>
          <Differences
            before={comparable(first)}
            after={comparable(second)}
            names={[first.request_id, second.request_id]}
          />
        </section>
      )}
      {dropped > 0 && (
        <p class="hint">
          Not in the list: {counted(dropped, "other request")}. The sandbox keeps the last 1,000, this page 10,000.
        </p>
      )}
      {place !== "" && open === undefined && info !== undefined && (
        <p class="hint">This request is not in the list: {place.replace(/\/.*/, "")}</p>
      )}
      {open !== undefined && !matching.includes(open) && <p class="hint">The filter hides {open.request_id}.</p>}
      <div class="row head">
        {COLUMN_NAMES.map((by) => (
          <button
            key={by}
            type="button"
            aria-label={`Sort by ${by}${sort.by !== by ? "" : sort.isDown ? ", descending" : ", ascending"}`}
            aria-pressed={String(sort.by === by)}
            onClick={() => setSort({ by, isDown: sort.by === by && !sort.isDown })}
          >
            {by} {sort.by !== by ? "" : sort.isDown ? "↓" : "↑"}
          </button>
        ))}
      </div>
      <Windowed
        as="ol"
        class="log"
        items={matching}
        target={open}
        row={(entry) => (
          <li key={keyOf(entry)}>
            <input
              type="checkbox"
              aria-label={`Select ${entry.request_id}`}
              checked={selected.has(entry)}
              onChange={() => select(entry)}
            />
            <button
              type="button"
              class="row"
              aria-expanded={String(entry === open)}
              onClick={() => {
                location.hash = entry === open ? "#requests" : `#requests/${keyOf(entry)}`;
              }}
            >
              <EntryCells entry={entry} user={nameOf(entry.user_id)} />
            </button>
            {entry === open && <RequestDetails entry={entry} live={live} state={state} />}
          </li>
        )}
      />
      {entries.length === 0 && (
        <p class="soft">No requests yet. Send one from your program, or from the controls: it appears here.</p>
      )}
      {entries.length > 0 && matching.length === 0 && <p class="soft">No request matches the filter.</p>}
    </div>
  );
}

const STATUSES = [
  ["", "All statuses"],
  ["2", "2xx success"],
  ["3", "3xx"],
  ["4", "4xx client error"],
  ["5", "5xx server error"],
  ["!", "With violations"],
  ["~", "With changes"],
] as const;

/** The columns with the values that they sort by. The order of the requests is that of the time. */
const COLUMNS = {
  Time: ({ time }: JournalEntry) => time,
  Method: ({ method }: JournalEntry) => method,
  Path: ({ path, query }: JournalEntry) => `${path}?${query}`,
  Operation: ({ operation }: JournalEntry) => operation ?? "",
  User: (_: JournalEntry, user: string) => user,
  Status: ({ status }: JournalEntry) => status,
  Duration: ({ duration_ms }: JournalEntry) => duration_ms,
} as const;
type Column = keyof typeof COLUMNS;
// The keys are those of the object.
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

function EntryCells({ entry, user }: { readonly entry: JournalEntry; readonly user: string }) {
  const { time, method, path, query, operation, status, error_code, fault_effect, duration_ms } = entry;
  // The docs site keeps entries of older versions.
  const { violations, changes, faults = [] } = entry;
  return (
    <>
      <span class="time">{time.slice(11, 23)}</span>
      <span class="request-method">{method}</span>
      <span class="path">
        {path}
        {query !== "" && <span class="soft">?{query}</span>}
      </span>
      <span class="operation">{operation ?? "no operation"}</span>
      <span class="user">{user}</span>
      <span class="outcome">
        <span class={`status s${String(status).charAt(0)}`}>{fault_effect === "reset" ? "reset" : status}</span>
        {error_code !== null && <span class="error-code">{error_code}</span>}
        {faults.map(({ kind }) => (
          <span key={kind} class="chip bad">
            fault: {kind}
          </span>
        ))}
        {fault_effect !== null && fault_effect !== "reset" && <span class="chip bad">{fault_effect}</span>}
        {violations.length > 0 && <span class="chip bad">{counted(violations.length, "violation")}</span>}
        {changes.length > 0 && <span class="chip">{counted(changes.length, "change")}</span>}
      </span>
      <span class="duration">{duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)} ms</span>
    </>
  );
}

function matches(entry: JournalEntry, { text, operation, status }: Filter, user: string): boolean {
  if (operation !== "" && entry.operation !== operation) return false;
  if (status === "!" ? entry.violations.length === 0 : status === "~" && entry.changes.length === 0) return false;
  if (/\d/.test(status) && !String(entry.status).startsWith(status)) return false;
  return hasText(entry, text, user);
}

const hasText = createSearch(
  ({ request_id, method, path, query, operation, error_code, user_id, request, response }: JournalEntry) =>
    [request_id, `${method} ${path}?${query}`, operation, user_id, error_code, request.body, response.body].join("\n"),
);

/** What a comparison shows of a request. */
function comparable({ method, path, query, user_id, status, duration_ms, request, response, changes }: JournalEntry) {
  const message = ({ headers, body }: JournalMessage) => ({ headers, body: parsed(body) });
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const both = { request: message(request), response: message(response) };
  return { method, path, query: parameters, user_id, status, duration_ms, ...both, changes };
}
