import { useEffect, useMemo, useState } from "hono/jsx/dom";
import type { TabProps } from "./live-sandbox.js";
import { ActionButton, counted, inputValue } from "./parts.js";
import { type EditedRecord, RecordEditor, RecordPanel } from "./record-panel.js";
import { createRecordIndex, matchesText, type RecordRow } from "./record-rows.js";
import { RecordTable } from "./record-table.js";
import { isSet } from "./values.js";

const PAGE = 100;
const ITEMS = "files and folders";

export function Records({ live, state: { seed, edits, info }, place }: TabProps) {
  const [title, setTitle] = useState(ITEMS);
  const [text, setText] = useState("");
  const [isTable, setIsTable] = useState(false);
  const [edited, setEdited] = useState<EditedRecord | undefined>(undefined);
  useEffect(live.showRecords, []);
  useEffect(() => setEdited(undefined), [place]);
  const index = useMemo(() => (seed === undefined ? undefined : createRecordIndex(seed, Object.keys(info?.counts ?? {}))), [seed]);
  const isSearch = text.trim() !== "";
  const found = useMemo(
    () =>
      index?.sections.map((one) => ({
        ...one,
        rows: isSearch ? one.all().filter((row) => matchesText(row, text)) : one.rows(),
      })) ?? [],
    [index, text],
  );
  if (index === undefined) return <p class="soft">Loading the records…</p>;
  const section = found.find((one) => one.title === title);
  const everywhere = found.flatMap((one) => one.rows);
  const all = isSearch && title === "" ? everywhere : (section?.rows ?? []);
  const rows = isTable && !isSearch && section !== undefined ? section.all() : all;
  const open = place === "" ? undefined : index.at(place);
  const last = edits.at(-1);
  const search = (typed: string) => {
    setText(typed);
    if (isSearch !== (typed.trim() !== "")) setTitle(isSearch ? ITEMS : "");
  };
  return (
    <div class="records">
      <nav aria-label="Kinds of records">
        {isSearch && (
          <button type="button" aria-current={title === "" ? "true" : undefined} onClick={() => setTitle("")}>
            Everywhere <span class="soft">{everywhere.length.toLocaleString("en")}</span>
          </button>
        )}
        {found.map((one) => (
          <button
            key={one.title}
            type="button"
            aria-current={one === section ? "true" : undefined}
            onClick={() => setTitle(one.title)}
          >
            {one.title} <span class="soft">{(isSearch ? one.rows.length : one.count).toLocaleString("en")}</span>
          </button>
        ))}
      </nav>
      <div>
        <div class="bar">
          <input
            type="search"
            aria-label="Search the records"
            placeholder="Search all records: any value"
            value={text}
            onInput={(event) => search(inputValue(event))}
          />
          <span class="count" role="status">
            {isSearch ? counted(rows.length, "record") : ""}
          </span>
          <button type="button" aria-pressed={String(isTable)} onClick={() => setIsTable(!isTable)}>
            Table
          </button>
          <button type="button" onClick={() => setEdited({ list: section?.lists[0] ?? "files", before: undefined })}>
            New record
          </button>
          <ActionButton
            label={last === undefined ? "Undo" : `Undo: ${last.label}`}
            run={live.undo}
            done="Undone"
            disabled={last === undefined}
          />
        </div>
        {edited !== undefined && (
          <RecordEditor
            key={`${edited.list} ${place}`}
            live={live}
            edited={edited}
            lists={section?.lists ?? []}
            nextId={seed?.next_id ?? 1}
            onClose={() => setEdited(undefined)}
          />
        )}
        {edited === undefined && open !== undefined && (
          <RecordPanel key={place} live={live} index={index} row={open} onEdit={setEdited} />
        )}
        {place !== "" && open === undefined && <p class="hint">This record is gone: {decodeURIComponent(place)}</p>}
        {isTable ? (
          <RecordTable key={section?.title ?? ""} rows={rows} place={place} />
        ) : (
          <RowList key={`${title} ${text}`} rows={rows} place={place} />
        )}
        {rows.length === 0 && <p class="soft">No records.</p>}
      </div>
    </div>
  );
}

function RowList({ rows, place }: { rows: readonly RecordRow[]; place: string }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul class="tree">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.place} row={row} place={place} />
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, rows.length - shown)} of {(rows.length - shown).toLocaleString("en")} more
        </button>
      )}
    </>
  );
}

function Row({ row, place }: { row: RecordRow; place: string }) {
  const [isOpen, setOpen] = useState(false);
  const children = row.children();
  return (
    <li>
      <div class="record">
        {children.length === 0 ? (
          <span class="twist" />
        ) : (
          <button
            type="button"
            class="twist"
            aria-expanded={String(isOpen)}
            aria-label={`Content of ${row.name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "▾" : "▸"}
          </button>
        )}
        <a href={`#records/${row.place}`} aria-current={row.place === place ? "true" : undefined}>
          <span class="type">{row.type}</span> {row.name}
        </a>
        <code>{row.id}</code>
        {isSet(row.record["trashed_at"]) && <span class="chip mark">in the trash</span>}
      </div>
      {isOpen && <RowList rows={children} place={place} />}
    </li>
  );
}
