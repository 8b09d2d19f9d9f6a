import { type Contract, type Json, loadContract, stringAt, stringsAt } from "content-service-contract";
import { defaultSeed } from "content-service-sandbox";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { BreakableText } from "../page/elements.js";
import { samplesOf } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";
import { choicesOf, propertiesOf, type SchemaView, schemaView } from "./schema-view.js";

/** The form that sends an operation to the sandbox, with the code in `browser/try-it.ts`. Hidden without scripts. */
export function TryItForm({ operationId }: { operationId: string }) {
  const contract = loadContract();
  const operation = contract.operation(operationId);
  const samples = samplesOf(operationId);
  const media = operation.requestBody?.content[0];
  return (
    <form
      class="try-it"
      data-operation={JSON.stringify(sampleOperation(contract, operation))}
      data-calls={JSON.stringify(samples.map(({ input }) => input))}
      autocomplete="off"
      novalidate
    >
      <fieldset disabled>
        <legend class="said">A request to the sandbox</legend>
        {samples.length > 1 && (
          <label>
            <span>Example</span>
            <select name="example">
              {samples.map(({ summary }, index) => (
                <option value={String(index)}>{summary.replaceAll("`", "")}</option>
              ))}
            </select>
          </label>
        )}
        <div class="fields">
          {operation.secured && <Users />}
          {operation.parameters.map(({ name, in: place, required, schema }) => (
            <Field name={name} note={place} required={required} {...fieldOf(contract, schema, place)} />
          ))}
        </div>
        {media !== undefined && (
          <>
            <div class="fields">
              {media.schema !== undefined &&
                bodyControls(schemaView(contract, media.schema)).map((control) => <Field {...control} />)}
            </div>
            <label>
              <span>
                Body{operation.server === "auth" ? ", sent as a form" : ""} <code>{media.type}</code>
              </span>
              <textarea name="body" spellcheck={false} />
            </label>
          </>
        )}
        <p class="buttons">
          <button type="submit">
            Send <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" name="reset">
            Reset the sandbox
          </button>
          <span class="which-sandbox">
            <a href="../guides/inspector.html">Inspect the sandbox</a>
          </span>
        </p>
      </fieldset>
      <p class="no-sandbox" hidden>
        This page has no sandbox: it was opened from a folder. Run <code>npm run docs:serve</code> in the repository,
        and open the address that it prints.
      </p>
    </form>
  );
}

/** The users of the default seed who have an access token. The first token of a user is valid. */
function Users() {
  const { users = [], access_tokens = [] } = defaultSeed();
  return (
    <label>
      <span>As</span>
      <select name="token">
        {users.map(({ id, name, role = "member" }) => {
          const known = access_tokens.find(({ user_id }) => user_id === id);
          if (known === undefined) return null;
          return (
            <option value={known.token} selected={known.token === SANDBOX.token}>
              {role === "member" ? name : `${name}, ${role}`}
            </option>
          );
        })}
        <option value="">Nobody: no access token</option>
      </select>
    </label>
  );
}

interface FieldProps {
  readonly name: string;
  readonly note?: string;
  readonly required: boolean;
  /** The valid values. Empty for a time, and undefined for any other value. */
  readonly values: readonly Json[] | undefined;
  /** Where the value is in the request, for `browser/read-form.ts`. */
  readonly data: Readonly<Record<`data-${string}`, string | undefined>>;
}

/** A field for a parameter, or for a property of the body. */
function Field({ name, note, required, values, data }: FieldProps) {
  const notes = [...(note ? [note] : []), ...(required ? ["required"] : []), ...(values?.length === 0 ? ["UTC"] : [])];
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each of the cases has a control.
    <label>
      <span>
        <code>
          <BreakableText text={name} at={/(?<=[._])/} />
        </code>{" "}
        {notes.join(", ")}
      </span>
      {values === undefined && <input type="text" name={name} spellcheck={false} {...data} />}
      {values?.length === 0 && <input type="datetime-local" step="1" name={name} {...data} />}
      {values !== undefined && values.length > 0 && (
        <select name={name} {...data}>
          {!required && <option value="">not sent</option>}
          {values.map((value) => (
            <option value={JSON.stringify(value)}>{String(value)}</option>
          ))}
        </select>
      )}
    </label>
  );
}

function fieldOf(contract: Contract, at: string, place: string): Pick<FieldProps, "values" | "data"> {
  const schema = schemaView(contract, at);
  return { values: valuesOf(schema), data: { "data-in": place, "data-type": stringAt(schema.node, "type") } };
}

const MAX_DEPTH = 3;

/** Fields for the properties of a body that have known values, are booleans or are times. Lists have none. */
function bodyControls(schema: SchemaView, path: readonly string[] = []): FieldProps[] {
  const found = new Map<string, FieldProps>();
  for (const { name: last, required, schema: inner } of [schema, ...choicesOf(schema)].flatMap(propertiesOf)) {
    const own = [...path, last];
    const name = own.join(".");
    const values = valuesOf(inner);
    const nested = own.length < MAX_DEPTH ? bodyControls(inner, own) : [];
    const data = { "data-in": "body" };
    for (const control of [...(values === undefined ? [] : [{ name, required, values, data }]), ...nested]) {
      // The alternatives of a choice have different values for one property, such as `type`.
      const known = found.get(control.name)?.values ?? [];
      found.set(control.name, { ...control, values: [...new Set([...known, ...(control.values ?? [])])] });
    }
  }
  return [...found.values()].filter(({ values, required }) => values?.length !== 1 || !required);
}

/** The valid values of a property. Empty for a time, and undefined for any other value. */
function valuesOf(schema: SchemaView): readonly Json[] | undefined {
  const alternatives = [schema, ...choicesOf(schema)].map(({ node }) => node);
  const values = alternatives.flatMap((node): Json[] => {
    if (Array.isArray(node["enum"])) return node["enum"];
    if (node["const"] !== undefined) return [node["const"]];
    return stringsAt(node, "type").includes("boolean") ? [true, false] : [];
  });
  if (values.length > 0) return values;
  return alternatives.some((node) => node["format"] === "date-time") ? [] : undefined;
}
