import { useEffect, useState } from "hono/jsx/dom";
import type { LiveSandbox } from "./live-sandbox.js";
import { messageOf } from "./live-sandbox.js";
import { operations } from "./operations.js";
import { ActionButton, counted, Field, InlineCode, Select } from "./parts.js";
import type { ActiveFault, ControlDocument, Schema } from "./sandbox-access.js";
import { readValue, ValueInput } from "./schema-form.js";

/** A kind of fault with the properties of its form, from the document of the control operations. */
interface FaultKind {
  readonly kind: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** Plants faults, and lists and removes them. */
export function Faults({ live, faults }: { readonly live: LiveSandbox; readonly faults: readonly ActiveFault[] }) {
  const remove = (id: string) => live.control.removeFault(id).then(live.refresh);
  const clear = () => live.control.clearFaults().then(live.refresh);
  return (
    <section>
      <h2>Faults</h2>
      <FaultForm live={live} operation="" />
      {faults.length === 0 ? (
        <p class="soft">No active faults.</p>
      ) : (
        <>
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
                <span class="bar">
                  <ActionButton label="Remove" run={() => remove(id)} done="Removed" />
                </span>
              </li>
            ))}
          </ul>
          <p class="bar">
            <ActionButton label="Remove all faults" run={clear} done="Removed" deletes="all faults" />
          </p>
        </>
      )}
    </section>
  );
}

/** Plants a fault, at first for an operation. Empty for every operation. */
export function FaultForm({ live, operation: first }: { readonly live: LiveSandbox; readonly operation: string }) {
  const [kinds, setKinds] = useState<readonly FaultKind[]>([]);
  useEffect(() => {
    live.control.document().then(
      (document) => setKinds(kindsOf(document)),
      () => {},
    );
  }, []);
  const [kind, setKind] = useState("status");
  const [operation, setOperation] = useState(first);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [result, setResult] = useState("");
  const current = kinds.find((one) => one.kind === kind);
  // A value of one kind is none of another, even under the same name.
  const changeKind = (next: string) => {
    setKind(next);
    setValues({});
  };
  const add = async (event: Event) => {
    event.preventDefault();
    const given = Object.entries(current?.properties ?? {}).flatMap(([name, schema]) => {
      const text = values[name] ?? FIRST_VALUES[name] ?? "";
      return text === "" ? [] : [[name, readValue(text, schema)]];
    });
    try {
      await live.control.addFault({ kind, ...(operation === "" ? {} : { operation }), ...Object.fromEntries(given) });
      setResult("Planted. It applies to the next matching request.");
    } catch (error) {
      setResult(messageOf(error));
    }
    await live.refresh();
  };
  if (kinds.length === 0) return <p class="soft">Loading the kinds of faults…</p>;
  return (
    <form onSubmit={add} autocomplete="off">
      <div class="fields">
        <Field label="Kind">
          <Select value={kind} options={kinds.map((one) => [one.kind, one.kind])} onChange={changeKind} />
        </Field>
        <Field label="Operation">
          <Select
            value={operation}
            options={[["", "Every operation"], ...operations.map(({ id }) => [id, id] as const)]}
            onChange={setOperation}
          />
        </Field>
        {Object.entries(current?.properties ?? {}).map(([name, schema]) => (
          <Field key={`${kind} ${name}`} label={`${name}${current?.required.includes(name) ? ", required" : ""}`}>
            <ValueInput
              schema={schema}
              required={current?.required.includes(name) ?? false}
              value={values[name] ?? FIRST_VALUES[name] ?? ""}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          </Field>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={values["times"] === "null"}
            onChange={() => setValues({ ...values, times: values["times"] === "null" ? "" : "null" })}
          />{" "}
          Any number of times
        </label>
      </div>
      <p class="soft">
        <InlineCode text={current?.description ?? ""} />
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
const FIRST_VALUES: Readonly<Record<string, string>> = { status: "503", delay_ms: "1000", when: "before", limit: "1" };

function kindsOf({ components: { schemas } }: ControlDocument): FaultKind[] {
  const { kind: _, operation: __, ...scope } = schemas["FaultScope"]?.properties ?? {};
  return (schemas["Fault"]?.oneOf ?? []).flatMap(({ $ref }) => {
    const { description = "", properties = {}, required = [] } = schemas[$ref.split("/").at(-1) ?? ""] ?? {};
    const { kind, ...own } = properties;
    const names = kind?.enum ?? [kind?.const ?? ""];
    return names.map((name) => ({
      kind: name,
      description: [description, kind?.description].filter(Boolean).join(" "),
      properties: { ...own, ...scope },
      required,
    }));
  });
}

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${JSON.stringify(value)},`)
    .join(" ");
}
