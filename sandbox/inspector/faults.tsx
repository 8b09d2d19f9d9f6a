import { useMemo, useState } from "hono/jsx/dom";
import { type LiveSandbox, type LiveState, messageOf } from "./live-sandbox.js";
import { ActionButton, counted, InlineCode, Select, useKept } from "./parts.js";
import { type ControlDocument, resolved, type Schema } from "./sandbox-access.js";
import { SchemaForm } from "./schema-form.js";
import type { AnyRecord } from "./values.js";

export function Faults({ live, state }: { readonly live: LiveSandbox; readonly state: LiveState }) {
  const remove = (id: string) => live.control.removeFault(id).then(live.refresh);
  return (
    <section>
      <h2>Faults</h2>
      <FaultForm live={live} state={state} />
      {state.faults.length === 0 && <p class="soft">No active faults.</p>}
      <ul class="list">
        {state.faults.map(({ id, fault: { kind, operation, ...rest }, happened, remaining }) => (
          <li key={id}>
            <span>
              <strong>{kind}</strong> {operation ?? "any operation"}{" "}
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

interface FormProps {
  readonly live: LiveSandbox;
  readonly state: LiveState;
  readonly operation?: string;
}

/** Adds a fault, at first for an operation. */
export function FaultForm({ live, state: { document, operations }, operation = "" }: FormProps) {
  const [kind, setKind] = useKept(`kind ${operation}`, "status");
  const first = { ...FIRST_VALUES["status"], ...(operation !== "" && { operation }) };
  const [value, setValue] = useKept<AnyRecord>(`fault ${operation}`, first);
  const [result, setResult] = useState("");
  const kinds = useMemo(() => kindsOf(document, operations), [document, operations]);
  const schema = kinds.get(kind) ?? {};
  // A value of one kind is none of another, even under the same name.
  const changeKind = (next: string) => {
    setKind(next);
    setValue({ ...FIRST_VALUES[next] });
  };
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      await live.control.addFault({ ...value, kind });
      setResult("Added. It applies to the next matching request.");
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
          Add the fault
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
function kindsOf(document: ControlDocument, operations: LiveState["operations"]): Map<string, Schema> {
  const operation = { enum: operations.map(({ id }) => id), placeholder: "any operation" };
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
