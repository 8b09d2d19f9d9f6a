import { useEffect, useMemo, useRef, useState } from "hono/jsx/dom";
import type { TabProps } from "./live-sandbox.js";
import { ActionButton, counted, inputValue, keptValue, useKept } from "./parts.js";
import { type Draft, newDraft, RecordEditor, RecordPanel } from "./record-panel.js";
import { createRecordIndex, matchesText, type RecordRow, typeOf } from "./record-rows.js";
import { RecordTable } from "./record-table.js";
import { isSet } from "./values.js";

const PAGE = 100;
const ITEMS = "files and folders";
const NEW = "new";
const DRAFTS = "drafts";

type Drafts = Readonly<Record<string, Draft>>;

/** Whether a draft would be lost with the page. */
export function hasUnsaved(): boolean {
  return Object.values(keptValue<Drafts>(DRAFTS) ?? {}).some(({ isChanged }) => isChanged);
}

export function Records({ live, state, place }: TabProps) {
  const { seed, edits, info } = state;
  const [isEverywhere, setEverywhere] = useKept("everywhere", true);
  const [text, setText] = useKept("search", "");
  const [isTable, setIsTable] = useKept("table", false);
  /** By the places of their records. */
  const [drafts, setDrafts] = useKept<Drafts>(DRAFTS, {});
  const [, list = "", id = ""] = /^([^/]*)\/?(.*)$/.exec(place) ?? [];
  const opened = useRef("");
  useEffect(live.showRecords, []);
  useEffect(() => {
    const link = `.records a[href='#records/${CSS.escape(opened.current ?? "")}']`;
    opened.current = id === "" ? "" : place;
    // A table has the row once it has scrolled there.
    if (id === "") setTimeout(() => document.querySelector<HTMLElement>(link)?.focus(), 100);
  }, [place]);
  const listNames = Object.keys(info?.counts ?? {});
  const index = useMemo(
    () => (seed === undefined ? undefined : createRecordIndex(seed, listNames)),
    [seed, listNames.join()],
  );
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
  const section =
    isSearch && isEverywhere
      ? undefined
      : found.find((one) => (list === "" ? one.title === ITEMS : one.lists.includes(list)));
  const everywhere = found.flatMap((one) => one.rows);
  const all = isSearch && isEverywhere ? everywhere : (section?.rows ?? []);
  const rows = isTable && !isSearch && section !== undefined ? section.all() : all;
  const open = id === "" ? undefined : index.at(place);
  const last = edits.at(-1);
  const draft = drafts[place];
  const setDraft = (name: string, next?: Draft) =>
    setDrafts(({ [name]: _, ...others }) => (next === undefined ? others : { ...others, [name]: next }));
  const editor = (name: string, one: Draft) => (
    <RecordEditor
      {...{ live, state, index, draft: one }}
      key={`edit ${name}`}
      current={name === NEW ? undefined : index.at(name)?.record}
      lists={section?.lists ?? listNames}
      onChange={(next) => setDraft(name, next)}
      onClose={() => setDraft(name)}
    />
  );
  const unsaved = Object.entries(drafts).filter(([name, one]) => one.isChanged && name !== place && name !== NEW);
  const search = (typed: string) => {
    setText(typed);
    if (!isSearch) setEverywhere(true);
  };
  return (
    <div class="records">
      <nav aria-label="Kinds of records">
        {isSearch && (
          <button type="button" aria-current={isEverywhere ? "true" : undefined} onClick={() => setEverywhere(true)}>
            Everywhere <span class="soft">{everywhere.length.toLocaleString("en")}</span>
          </button>
        )}
        {found.map((one) => (
          <a
            key={one.title}
            href={`#records/${one.lists.includes("files") ? "files" : one.lists[0]}`}
            aria-current={one === section ? "true" : undefined}
            onClick={() => setEverywhere(false)}
          >
            {one.title} <span class="soft">{(isSearch ? one.rows.length : one.count).toLocaleString("en")}</span>
          </a>
        ))}
      </nav>
      <div>
        <div class="bar">
          <input
            type="search"
            aria-label="Search the records"
            placeholder="Search all records: any value but secrets"
            value={text}
            onInput={(event) => search(inputValue(event))}
          />
          <span class="count" role="status">
            {isSearch ? counted(rows.length, "record") : ""}
          </span>
          <button type="button" aria-pressed={String(isTable)} onClick={() => setIsTable(!isTable)}>
            Table
          </button>
          <button
            type="button"
            onClick={() => setDraft(NEW, drafts[NEW] ?? newDraft(state, listNames.includes(list) ? list : "files"))}
          >
            New record
          </button>
          <ActionButton
            label={last === undefined ? "Undo" : `Undo: ${last.label}`}
            run={live.undo}
            done="Undone"
            disabled={last === undefined}
          />
        </div>
        {unsaved.length > 0 && (
          <p class="hint">
            Not saved:{" "}
            {unsaved.map(([name, one]) => (
              <a key={name} href={`#records/${name}`}>
                {typeOf(one.list)} {String(one.value["name"] ?? name.replace(/.*\//, ""))}
              </a>
            ))}
          </p>
        )}
        {drafts[NEW] !== undefined && editor(NEW, drafts[NEW])}
        {draft !== undefined && editor(place, draft)}
        {draft === undefined && open !== undefined && (
          <RecordPanel key={place} live={live} index={index} row={open} onEdit={(next) => setDraft(place, next)} />
        )}
        {id !== "" && open === undefined && <p class="hint">This record is gone: {decodeURIComponent(place)}</p>}
        {id === "" && list !== "" && !listNames.includes(list) && <p class="hint">There is no list {list}.</p>}
        {isTable ? (
          <RecordTable key={section?.title ?? ""} rows={rows} place={place} />
        ) : (
          <RowList key={`${section?.title} ${text}`} rows={rows} place={place} />
        )}
        {rows.length === 0 && (
          <p class="soft">No records.{isSearch && " Tokens, client secrets and passwords are not searched."}</p>
        )}
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
