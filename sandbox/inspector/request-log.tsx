import { useMemo, useState } from "hono/jsx/dom";
import type { LiveSandbox, LiveState } from "./live-sandbox.js";
import { ActionButton, counted, inputValue, Select } from "./parts.js";
import { RequestDetails } from "./request-details.js";
import type { JournalEntry } from "./sandbox-access.js";

interface Filter {
  readonly text: string;
  readonly operation: string;
  readonly status: string;
}

const ALL: Filter = { text: "", operation: "", status: "" };
const PAGE = 200;

/** The requests, the newest first. */
export function RequestLog({ live, state }: { readonly live: LiveSandbox; readonly state: LiveState }) {
  const [filter, setFilter] = useState(ALL);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(PAGE);
  const { entries, dropped, seed } = state;
  const names = useMemo(() => new Map(seed?.users?.map(({ id, name }) => [id, name])), [seed]);
  const nameOf = (id: string | null) => (id === null ? "" : (names.get(id) ?? id));
  const matching = useMemo(
    () => entries.filter((entry) => matches(entry, filter, nameOf(entry.user_id))).toReversed(),
    [entries, filter, names],
  );
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].toSorted();
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
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
        <span class="count">
          {matching.length === entries.length
            ? counted(entries.length, "request")
            : `${matching.length} of ${counted(entries.length, "request")}`}
        </span>
        <button type="button" aria-pressed={String(state.paused)} onClick={() => live.pause(!state.paused)}>
          Pause
        </button>
        <ActionButton label="Clear" run={live.clear} done="Cleared" deletes="all requests" />
      </div>
      {dropped > 0 && <p class="hint">{counted(dropped, "older request")} are no longer kept.</p>}
      <div class="row head" aria-hidden="true">
        {["Time", "Method", "Path", "Operation", "User", "Status", "Duration"].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol class="log">
        {matching.slice(0, shown).map((entry) => {
          const key = `${entry.request_id} ${entry.time}`;
          return (
            <li key={key}>
              <button type="button" class="row" aria-expanded={String(open.has(key))} onClick={() => toggle(key)}>
                <EntryCells entry={entry} user={nameOf(entry.user_id)} />
              </button>
              {open.has(key) && <RequestDetails entry={entry} live={live} basePath={state.info?.base_path ?? ""} />}
            </li>
          );
        })}
      </ol>
      {matching.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, matching.length - shown)} more
        </button>
      )}
      {entries.length === 0 && (
        <p class="empty">No requests yet. Send one from your program, or from the controls: it appears here.</p>
      )}
      {entries.length > 0 && matching.length === 0 && <p class="empty">No request matches the filter.</p>}
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

function EntryCells({ entry, user }: { readonly entry: JournalEntry; readonly user: string }) {
  const { time, method, path, query, operation, status, error_code, fault_effect, duration_ms } = entry;
  const { violations, changes } = entry;
  return (
    <>
      <span class="time">{time.slice(11, 23)}</span>
      <span class={`method ${method.toLowerCase()}`}>{method}</span>
      <span class="path">
        {path}
        {query !== "" && <span class="soft">?{query}</span>}
      </span>
      <span class="operation">{operation ?? "no operation"}</span>
      <span class="user">{user}</span>
      <span class="outcome">
        <span class={`status s${String(status).charAt(0)}`}>{fault_effect === "reset" ? "reset" : status}</span>
        {error_code !== null && <span class="error-code">{error_code}</span>}
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
  if (text === "") return true;
  const { method, path, query, error_code, user_id, request, response } = entry;
  const searched = [
    `${method} ${path}?${query}`,
    entry.operation,
    user,
    user_id,
    error_code,
    request.body,
    response.body,
  ];
  return searched.join("\n").toLowerCase().includes(text.trim().toLowerCase());
}
