import { useEffect, useState } from "hono/jsx/dom";
import { Differences } from "./differences.js";
import { type LiveSandbox, messageOf, type RecordEdit } from "./live-sandbox.js";
import { ActionButton, counted, Field, Select } from "./parts.js";
import { type ListedRecord, type ListName, type RecordIndex, type RecordRow, typeOf } from "./record-rows.js";
import type { ControlDocument, Schema } from "./sandbox-access.js";
import { firstValue, JsonInput, SchemaForm } from "./schema-form.js";
import { type AnyRecord, isRecord, masked, shownValue, unmasked } from "./values.js";

export type EditedRecord = Omit<RecordEdit, "after">;

interface PanelProps {
  readonly live: LiveSandbox;
  readonly index: RecordIndex;
  readonly row: RecordRow;
  readonly onEdit: (edited: EditedRecord) => void;
}

/** The properties of a record, with links to the records that they name. */
export function RecordPanel({ live, index, row, onEdit }: PanelProps) {
  const { list, record, type, name } = row;
  const links = index.linksOf(row);
  const dependents = index.dependentsOf(row);
  const remove = async () => {
    await live.save(`delete ${type} ${name}`, removalOf(index, row, dependents));
    if (location.hash === `#records/${row.place}`) location.hash = "#records";
  };
  return (
    <section class="details" aria-label={`${type} ${name}`}>
      <div class="bar">
        <h2>
          <span class="type">{type}</span> {name}
        </h2>
        <button type="button" onClick={() => onEdit({ list, before: record })}>
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
        <a href="#records">Close</a>
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
  readonly edited: EditedRecord;
  /** The lists that a new record can be of. */
  readonly lists: readonly ListName[];
  readonly nextId: number;
  readonly onClose: () => void;
}

/** Edits a record as a form of its schema or as JSON, and shows what changes before it is saved. */
export function RecordEditor({ live, edited: { list: firstList, before }, lists, nextId, onClose }: EditorProps) {
  const [document, setDocument] = useState<ControlDocument | undefined>(undefined);
  const [list, setList] = useState(firstList);
  const [draft, setDraft] = useState<unknown>(masked(before));
  const [isJson, setIsJson] = useState(false);
  const [problem, setProblem] = useState("");
  const start = (loaded: ControlDocument, newList: ListName) => {
    setList(newList);
    if (before === undefined) setDraft(withIds(firstValue(loaded, schemaOf(loaded, newList)), nextId));
  };
  useEffect(() => {
    live.control.document().then(
      (loaded) => {
        setDocument(loaded);
        start(loaded, firstList);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  if (document === undefined || !isRecord(draft)) return <p class="soft">{problem || "Loading the schema…"}</p>;
  const schema = schemaOf(document, list);
  // The copy of an object is an object.
  const after = unmasked(draft, before) as AnyRecord;
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      const name = String(after["name"] ?? after["id"] ?? "");
      await live.save(`${before === undefined ? "create" : "change"} ${typeOf(list)} ${name}`, [
        { list, before, after },
      ]);
      onClose();
      const id = after["id"];
      if (before === undefined && id !== undefined)
        location.hash = `#records/${list}/${encodeURIComponent(String(id))}`;
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form class="details" aria-label={before === undefined ? "New record" : "Edit the record"} onSubmit={save}>
      <div class="bar">
        <h2>{before === undefined ? "New record" : `Edit ${typeOf(list)}`}</h2>
        {before === undefined && lists.length > 1 && (
          <Select
            label="List"
            value={list}
            options={lists.map((one) => [one, one])}
            // The options are names of lists.
            onChange={(one) => start(document, one as ListName)}
          />
        )}
        <button type="button" aria-pressed={String(isJson)} onClick={() => setIsJson(!isJson)}>
          JSON
        </button>
      </div>
      {isJson ? (
        <Field label="Record, JSON">
          <JsonInput value={draft} rows={16} onChange={(value) => isRecord(value) && setDraft(value)} />
        </Field>
      ) : (
        <SchemaForm key={list} document={document} schema={schema} value={draft} onChange={setDraft} />
      )}
      <h3>Changes</h3>
      <Differences before={before ?? null} after={after} />
      <p class="bar">
        <button type="submit" class="main">
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

function schemaOf(document: ControlDocument, list: ListName): Schema {
  return document.components.schemas["Seed"]?.properties?.[list]?.items ?? {};
}

/** A new record with unused ids, where it has an id of its own. */
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
