import { useEffect, useMemo, useState } from "hono/jsx/dom";
import { type LiveSandbox, messageOf } from "./live-sandbox.js";
import { operations } from "./operations.js";
import { ActionButton, counted, InlineCode, Select } from "./parts.js";
import { type ActiveFault, type ControlDocument, resolved, type Schema } from "./sandbox-access.js";
import { SchemaForm } from "./schema-form.js";
import type { AnyRecord } from "./values.js";

export function Faults({ live, faults }: { readonly live: LiveSandbox; readonly faults: readonly ActiveFault[] }) {
  const remove = (id: string) => live.control.removeFault(id).then(live.refresh);
  return (
    <section>
      <h2>Faults</h2>
      <FaultForm live={live} />
      {faults.length === 0 && <p class="soft">No active faults.</p>}
      <ul class="list">
        {faults.map(({ id, fault: { kind, operation, ...rest }, happened, remaining }) => (
          <li key={id}>
            <span>
              <strong>{kind}</strong> {operation ?? "every operation"}{" "}
              <span class="soft">
                {settingsText(rest)} applied {counted(happened, "time")},{" "}
                {remaining === null ? "no limit" : `${remaining} left`}
              </span>
            </span>
            <ActionButton label="Remove" run={() => remove(id)} done="Removed" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Plants a fault, at first for an operation. */
export function FaultForm({ live, operation }: { readonly live: LiveSandbox; readonly operation?: string }) {
  const [document, setDocument] = useState<ControlDocument | undefined>(undefined);
  useEffect(() => {
    live.control.document().then(setDocument, () => {});
  }, []);
  const [kind, setKind] = useState("status");
  const [value, setValue] = useState<AnyRecord>({ ...FIRST_VALUES["status"], ...(operation && { operation }) });
  const [result, setResult] = useState("");
  const kinds = useMemo(() => (document === undefined ? new Map<string, Schema>() : kindsOf(document)), [document]);
  const schema = kinds.get(kind);
  if (document === undefined || schema === undefined) return <p class="soft">Loading the kinds of faults…</p>;
  // A value of one kind is none of another, even under the same name.
  const changeKind = (next: string) => {
    setKind(next);
    setValue({ ...FIRST_VALUES[next] });
  };
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      await live.control.addFault({ ...value, kind });
      setResult("Planted. It applies to the next matching request.");
    } catch (error) {
      setResult(messageOf(error));
    }
    await live.refresh();
  };
  const { times, ...others } = value;
  return (
    <form onSubmit={add} autocomplete="off">
      <Select label="Kind" value={kind} options={[...kinds.keys()].map((one) => [one, one])} onChange={changeKind} />
      <SchemaForm key={kind} document={document} schema={schema} value={value} onChange={setValue} />
      <label>
        <input
          type="checkbox"
          checked={times === null}
          onChange={() => setValue(times === null ? others : { ...others, times: null })}
        />{" "}
        Any number of times
      </label>
      <p class="soft">
        <InlineCode text={schema.description ?? ""} />
      </p>
      <p class="bar">
        <button type="submit" class="main">
          Plant the fault
        </button>
        <span class="result" role="status">
          {result}
        </span>
      </p>
    </form>
  );
}

/** What the form starts with, so that it can be sent at once. */
const FIRST_VALUES: Readonly<Record<string, AnyRecord>> = {
  status: { status: 503 },
  delay: { delay_ms: 1000 },
  reset: { when: "before" },
  lowered_limit: { limit: 1 },
};

/** The kinds of faults with the schemas of their properties. */
function kindsOf(document: ControlDocument): Map<string, Schema> {
  const operation = { enum: operations.map(({ id }) => id), default: "every operation" };
  const kinds = (document.components.schemas["Fault"]?.oneOf ?? []).flatMap((one) => {
    const { properties: { kind, ...properties } = {}, ...schema } = resolved(document, one);
    const isOne = kind?.const !== undefined;
    const description = [schema.description, isOne ? "" : kind?.description].join(" ");
    const names = isOne ? [kind.const] : (kind?.enum ?? []);
    return names.map((name) => [name, { ...schema, description, properties: { ...properties, operation } }] as const);
  });
  return new Map(kinds);
}

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${JSON.stringify(value)},`)
    .join(" ");
}
