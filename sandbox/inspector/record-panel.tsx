import { useState } from "hono/jsx/dom";
import { type LiveSandbox, type LiveState, messageOf } from "./live-sandbox.js";
import { ActionButton, counted, Differences, Select, useOpened } from "./parts.js";
import { idOf, type ListedRecord, type ListName, type RecordIndex, type RecordRow, typeOf } from "./record-rows.js";
import { type ControlDocument, ControlFailure, type Schema } from "./sandbox-access.js";
import { firstValue, JsonInput, SchemaForm } from "./schema-form.js";
import { type AnyRecord, isRecord, isSame, masked, shownValue, unmasked } from "./values.js";

/** A record in the editor. */
export interface Draft {
  readonly list: ListName;
  /** As the reader opened it. Undefined for a new record. */
  readonly before: AnyRecord | undefined;
  /** Without secrets, which those of `original` replace. */
  readonly value: AnyRecord;
  readonly original: AnyRecord | undefined;
  readonly isChanged?: boolean;
}

// The copy of an object is an object.
export function draftOf(list: ListName, before: AnyRecord): Draft {
  return { list, before, value: masked(before) as AnyRecord, original: before };
}

/** A new record, with unused ids. */
export function newDraft({ document, seed }: LiveState, list: ListName): Draft {
  const value = withIds(firstValue(document, schemaOf(document, list)), seed?.next_id ?? 1) as AnyRecord;
  return { list, before: undefined, value, original: undefined };
}

interface PanelProps {
  readonly live: LiveSandbox;
  readonly index: RecordIndex;
  readonly row: RecordRow;
  readonly onEdit: (draft: Draft) => void;
}

/** The properties of a record, with links to the records that they name. */
export function RecordPanel({ live, index, row, onEdit }: PanelProps) {
  const { list, record, type, name } = row;
  const links = index.linksOf(row);
  const dependents = index.dependentsOf(row);
  const heading = useOpened();
  const remove = async () => {
    await live.save(`delete ${type} ${name}`, removalOf(index, row, dependents));
    if (location.hash === `#records/${row.place}`) location.hash = `#records/${list}`;
  };
  return (
    <section class="details" aria-label={`${type} ${name}`}>
      <div class="bar">
        <h2 ref={heading} tabIndex={-1}>
          <span class="type">{type}</span> {name}
        </h2>
        <button type="button" onClick={() => onEdit(draftOf(list, record))}>
          Edit
        </button>
        <ActionButton
          label="Delete"
          run={remove}
          done="Deleted"
          deletes={
            dependents.length === 0 ? `the ${type}` : `the ${type} and ${counted(dependents.length, "record")} of it`
          }
        />
        <a href={`#records/${list}`}>Close</a>
      </div>
      <table class="values">
        <tbody>
          {[...row.values()].map(([path, text]) => {
            const target = links.get(path);
            return (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td>
                  {target === undefined ? (
                    shownValue(path, text)
                  ) : (
                    <a href={`#records/${target}`}>
                      {text} <span class="soft">{index.at(target)?.name}</span>
                    </a>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Removes a record with those that cannot be without it. Groups lose the members that are gone. */
function removalOf(index: RecordIndex, first: ListedRecord, dependents: readonly ListedRecord[]) {
  const gone = [first, ...dependents].map(({ list, record }) => ({ list, before: record, after: undefined }));
  const users = new Set(gone.flatMap(({ list, before }) => (list === "users" ? [before["id"]] : [])));
  const groups = index.records("groups").flatMap((before) => {
    const { member_ids: members } = before;
    const kept = Array.isArray(members) ? members.filter((id) => !users.has(id)) : [];
    const isGone = gone.some((one) => one.before === before);
    return isGone || !Array.isArray(members) || kept.length === members.length
      ? []
      : [{ list: "groups" as const, before, after: { ...before, member_ids: kept } }];
  });
  return [...gone, ...groups];
}

interface EditorProps {
  readonly live: LiveSandbox;
  readonly state: LiveState;
  readonly index: RecordIndex;
  readonly draft: Draft;
  /** The record as it is now. Undefined if it is new, or gone. */
  readonly current: AnyRecord | undefined;
  /** The lists that a new record can be of. */
  readonly lists: readonly ListName[];
  readonly onChange: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** Edits a record as a form of its schema or as JSON, and shows what changes before it is saved. */
export function RecordEditor({ live, state, index, draft, current, lists, onChange, onClose }: EditorProps) {
  const { list, before, value, original } = draft;
  const schema = schemaOf(state.document, list);
  // Records of one's own have no schema.
  const [isJson, setIsJson] = useState(schema.$ref === undefined);
  const [problem, setProblem] = useState("");
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>({});
  const [isSaving, setSaving] = useState(false);
  const heading = useOpened();
  // The copy of an object is an object.
  const after = unmasked(value, original) as AnyRecord;
  const change = (next: AnyRecord) => {
    setProblems({});
    onChange({ ...draft, value: next, isChanged: true });
  };
  const isConflict = before !== undefined && !isSaving && !isSame(before, current);
  const keep = () => {
    const merged = current === undefined ? value : rebased(value, masked(before), masked(current));
    setProblem("");
    onChange({ ...draft, before: current, original: current ?? original, value: merged });
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const form = event.target;
    setSaving(true);
    try {
      const name = String(after["name"] ?? after["id"] ?? "");
      await live.save(`${before === undefined ? "create" : "change"} ${typeOf(list)} ${name}`, [
        { list, before, after },
      ]);
      onClose();
      const id = idOf(list, after);
      if (before === undefined && id !== "") location.hash = `#records/${list}/${encodeURIComponent(id)}`;
    } catch (error) {
      const at = index.records(list).findIndex((one) => isSame(one, before));
      const start = `${list}[${at < 0 ? index.records(list).length : at}].`;
      const errors = error instanceof ControlFailure ? error.errors : [];
      const own = errors.filter((one) => one.at.startsWith(start));
      const nameOf = ({ at }: (typeof own)[number]) => at.slice(start.length).replace(/\W.*/, "");
      // The first problem of a property is shown.
      const firsts = own.toReversed();
      setProblems(Object.fromEntries(firsts.map((one) => [nameOf(one), one.message.replace(/^The .* at \S+ /, "")])));
      const isMarked = !isJson && own.length > 0 && own.length === errors.length;
      setProblem(isMarked ? "Nothing was saved: see the marked fields." : messageOf(error));
      await live.refresh();
      const marked = form instanceof HTMLElement && form.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (marked) marked.focus();
    }
    setSaving(false);
  };
  return (
    <form class="details" aria-label={before === undefined ? "New record" : "Edit the record"} onSubmit={save}>
      <div class="bar">
        <h2 ref={heading} tabIndex={-1}>
          {before === undefined ? "New record" : `Edit ${typeOf(list)}`}
        </h2>
        {before === undefined && lists.length > 1 && (
          <Select
            label="List"
            value={list}
            options={lists.map((one) => [one, one])}
            onChange={(one) => onChange(newDraft(state, one))}
          />
        )}
        <button type="button" aria-pressed={String(isJson)} onClick={() => setIsJson(!isJson)}>
          JSON
        </button>
      </div>
      {isJson ? (
        <JsonInput label="Record, JSON" value={value} rows={16} onChange={(next) => isRecord(next) && change(next)} />
      ) : (
        <SchemaForm key={list} {...{ document: state.document, schema, value, problems }} onChange={change} />
      )}
      {isConflict && (
        <section role="alert">
          <h3>{current === undefined ? "Deleted by another program" : "Changes of another program"}</h3>
          <Differences before={before} after={current ?? null} names={["When you opened it", "Now"]} />
          <p class="bar">
            <button type="button" onClick={keep}>
              Keep my changes
            </button>
            <button type="button" onClick={() => (current ? onChange(draftOf(list, current)) : onClose())}>
              Discard my changes
            </button>
          </p>
        </section>
      )}
      <h3>Changes</h3>
      <Differences before={before ?? null} after={after} />
      <p class="bar">
        <button type="submit" class="main" disabled={isSaving}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <span class="result" role="alert">
          {problem}
        </span>
      </p>
    </form>
  );
}

/** What the reader has changed, on top of what another program has changed since. */
function rebased(mine: AnyRecord, before: unknown, theirs: unknown): AnyRecord {
  const [from, to] = [isRecord(before) ? before : {}, isRecord(theirs) ? theirs : {}];
  const names = [...new Set([...Object.keys(to), ...Object.keys(mine)])];
  const values = names.map((name) => [name, isSame(mine[name], from[name]) ? to[name] : mine[name]] as const);
  return Object.fromEntries(values.filter(([, one]) => one !== undefined));
}

function schemaOf(document: ControlDocument, list: ListName): Schema {
  const { Seed } = document.components.schemas;
  return Seed?.properties?.[list]?.items ?? { properties: { id: { type: "string" } }, required: ["id"] };
}

/** A copy with unused ids, where a record has an id of its own. */
function withIds(value: unknown, nextId: number): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, nextId + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "id" && one === "" ? String(nextId) : Array.isArray(one) ? withIds(one, nextId) : one,
    ]),
  );
}
