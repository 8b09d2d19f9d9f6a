import { useMemo, useRef, useState } from "hono/jsx/dom";
import { counted, inputValue } from "./parts.js";
import type { RecordRow } from "./record-rows.js";
import { shownValue } from "./values.js";
import { Windowed } from "./windowed.js";

/** What the table shows at first, as far as the records have it. */
const COLUMNS = 5;

/** Records as a table, with the columns that the reader chooses. Each column sorts and filters. */
export function RecordTable({ rows, place }: { readonly rows: readonly RecordRow[]; readonly place: string }) {
  const paths = useMemo(() => [...new Set(rows.flatMap(({ values }) => [...values().keys()]))], [rows]);
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const [sort, setSort] = useState({ path: "", isDown: false });
  const first = [...new Set(["id", "name", ...paths])].filter((path) => paths.includes(path)).slice(0, COLUMNS);
  const columns = (chosen ?? first).filter((path) => paths.includes(path));
  const shown = useMemo(() => {
    const active = Object.entries(filters).filter(([path, text]) => text !== "" && columns.includes(path));
    const matching = rows.filter((row) =>
      active.every(([path, text]) => cellOf(row, path).toLowerCase().includes(text.toLowerCase())),
    );
    if (sort.path === "") return matching;
    const keyed = matching.map((row) => [cellOf(row, sort.path), row] as const);
    return keyed
      .toSorted(([a], [b]) => (sort.isDown ? ORDER.compare(b, a) : ORDER.compare(a, b)))
      .map(([, row]) => row);
  }, [rows, filters, sort, chosen]);
  // A record that is closed is in view again.
  const opened = useRef<RecordRow | undefined>(undefined);
  const open = shown.find((row) => row.place === place);
  opened.current = open ?? opened.current;
  const choose = (path: string) =>
    setChosen(columns.includes(path) ? columns.filter((one) => one !== path) : [...columns, path]);
  return (
    <>
      <details>
        <summary>
          Columns <span class="soft">{`${columns.length} of ${paths.length}`}</span>
        </summary>
        {paths.map((path) => (
          <label key={path}>
            <input type="checkbox" checked={columns.includes(path)} onChange={() => choose(path)} /> {path}
          </label>
        ))}
      </details>
      <p class="soft" role="status">
        {shown.length === rows.length ? "" : `${shown.length} of ${counted(rows.length, "record")}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard. */}
      <section class="sheet" aria-label="Records" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              {columns.map((path) => (
                <th
                  key={path}
                  scope="col"
                  aria-sort={sort.path !== path ? undefined : sort.isDown ? "descending" : "ascending"}
                >
                  <button type="button" onClick={() => setSort({ path, isDown: sort.path === path && !sort.isDown })}>
                    {path} {sort.path !== path ? "" : sort.isDown ? "↓" : "↑"}
                  </button>
                  <input
                    type="search"
                    aria-label={`Filter by ${path}`}
                    placeholder="Filter"
                    value={filters[path] ?? ""}
                    onInput={(event) => setFilters({ ...filters, [path]: inputValue(event) })}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <Windowed
            as="tbody"
            items={shown}
            target={open === undefined ? opened.current : undefined}
            row={(row) => (
              <tr key={row.place} aria-current={row.place === place ? "true" : undefined}>
                <td>
                  <a href={`#records/${row.place}`} aria-label={`${row.type} ${row.name} ${row.id}`}>
                    {row.type}
                  </a>
                </td>
                {columns.map((path) => (
                  <td key={path}>{cellOf(row, path)}</td>
                ))}
              </tr>
            )}
          />
        </table>
      </section>
    </>
  );
}

const ORDER = new Intl.Collator("en", { numeric: true });

function cellOf({ values }: RecordRow, path: string): string {
  return shownValue(path, values().get(path) ?? "");
}
