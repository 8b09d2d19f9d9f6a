import { useEffect, useMemo, useState } from "hono/jsx/dom";
import type { LiveSandbox, LiveState } from "./live-sandbox.js";
import { counted, inputValue } from "./parts.js";
import { matchesText, type RecordRow, sectionsOf } from "./record-rows.js";

const PAGE = 100;

/** The records of the sandbox, by section. */
export function Records({ live, state: { seed } }: { readonly live: LiveSandbox; readonly state: LiveState }) {
  const [title, setTitle] = useState("Files and folders");
  const [text, setText] = useState("");
  useEffect(() => {
    live.showRecords(true);
    return () => live.showRecords(false);
  }, []);
  const sections = useMemo(() => (seed === undefined ? [] : sectionsOf(seed)), [seed]);
  const section = sections.find((one) => one.title === title);
  const rows = useMemo(
    () => (text.trim() === "" ? section?.rows : section?.all().filter((row) => matchesText(row, text))) ?? [],
    [section, text],
  );
  if (section === undefined) return <p class="empty">Loading the records…</p>;
  return (
    <div class="records">
      <nav aria-label="Kinds of records">
        {sections.map((one) => (
          <button
            key={one.title}
            type="button"
            aria-current={one === section ? "true" : undefined}
            onClick={() => setTitle(one.title)}
          >
            {one.title} <span class="soft">{one.count.toLocaleString("en")}</span>
          </button>
        ))}
      </nav>
      <div>
        <div class="bar">
          <input
            type="search"
            aria-label="Search the records"
            placeholder="Search: name, id, tag"
            value={text}
            onInput={(event) => setText(inputValue(event))}
          />
          <span class="count" role="status">
            {text === "" ? "" : counted(rows.length, "record")}
          </span>
        </div>
        <RowList key={`${title} ${text}`} rows={rows} />
        {rows.length === 0 && <p class="empty">No records.</p>}
      </div>
    </div>
  );
}

function RowList({ rows }: { readonly rows: readonly RecordRow[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul class="tree">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.key} row={row} />
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

function Row({ row }: { readonly row: RecordRow }) {
  const [isOpen, setOpen] = useState(false);
  const [showsRecord, setShowsRecord] = useState(false);
  return (
    <li>
      <div class="record">
        {!row.hasChildren ? (
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
        <button
          type="button"
          class="name"
          aria-expanded={String(showsRecord)}
          onClick={() => setShowsRecord(!showsRecord)}
        >
          <span class="type">{row.type}</span> {row.name}
        </button>
        <span class="marks">
          <code>{row.id}</code>
          {row.facts.map((fact) => (
            <span key={fact} class={/^(locked|on hold|in the trash|retained)/.test(fact) ? "chip mark" : "chip"}>
              {fact}
            </span>
          ))}
        </span>
      </div>
      {showsRecord && <Properties properties={row.properties()} />}
      {isOpen && <RowList rows={row.children()} />}
    </li>
  );
}

function Properties({ properties }: { readonly properties: ReturnType<RecordRow["properties"]> }) {
  return (
    <table class="values">
      <tbody>
        {properties.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
