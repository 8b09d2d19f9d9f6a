import { type Contract, loadContract, type Operation, type Parameter, stringAt } from "content-service-contract";
import { defaultSeed } from "content-service-sandbox";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { type SampleCall, sampleCalls } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";
import { bodyControls, valuesOf } from "./body-controls.js";
import { schemaView } from "./schema-view.js";

/** The form that sends an operation to the sandbox, with the code in `browser/try-it.ts`. Hidden without scripts. */
export function TryItForm({ operationId }: { operationId: string }) {
  const contract = loadContract();
  const operation = contract.operation(operationId);
  const calls = sampleCalls(contract, operation);
  const media = operation.requestBody?.content[0];
  const controls = media?.schema === undefined ? [] : bodyControls(contract, schemaView(contract, media.schema));
  return (
    <form
      class="try-it"
      data-operation={JSON.stringify(sampleOperation(contract, operation))}
      data-calls={JSON.stringify(calls.map(({ input }) => input))}
      data-controls={JSON.stringify(controls)}
      autocomplete="off"
      novalidate
    >
      <fieldset disabled>
        <legend class="said">A request to the sandbox</legend>
        {calls.length > 1 && <Examples calls={calls} />}
        <div class="fields">
          {operation.secured && <Users />}
          {operation.parameters.map((parameter) => (
            <ParameterField contract={contract} parameter={parameter} />
          ))}
        </div>
        {media !== undefined && <BodyField operation={operation} />}
        <p class="buttons">
          <button type="submit">
            Send <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" name="reset">
            Reset the sandbox
          </button>
          <span class="which-sandbox" />
          <a href="../guides/inspector.html">Inspect the sandbox</a>
        </p>
      </fieldset>
      <p class="no-sandbox" hidden>
        This page has no sandbox: it was opened from a folder. Run <code>npm run docs:serve</code> in the repository,
        and open the address that it prints.
      </p>
    </form>
  );
}

function Users() {
  return (
    <label>
      <span>As</span>
      <select name="token">
        {sandboxUsers().map(({ token, name, role }) => (
          <option value={token} selected={token === SANDBOX.token}>
            {role === "member" ? name : `${name}, ${role}`}
          </option>
        ))}
        <option value="">Nobody: no access token</option>
      </select>
    </label>
  );
}

function Examples({ calls }: { calls: readonly SampleCall[] }) {
  return (
    <label>
      <span>Example</span>
      <select name="example">
        {calls.map(({ summary }, index) => (
          <option value={String(index)}>{summary.replaceAll("`", "")}</option>
        ))}
      </select>
    </label>
  );
}

function ParameterField({ contract, parameter }: { contract: Contract; parameter: Parameter }) {
  const { name, in: place, required } = parameter;
  const schema = schemaView(contract, parameter.schema);
  const values = valuesOf(contract, schema);
  const data = { "data-in": place, "data-type": stringAt(schema.node, "type") };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each of the cases has a control.
    <label>
      <span>
        <code>{name}</code> {place}
        {required ? ", required" : ""}
        {values?.length === 0 ? ", UTC" : ""}
      </span>
      {values === undefined && <input type="text" name={name} spellcheck={false} {...data} />}
      {values?.length === 0 && <input type="datetime-local" step="1" name={name} {...data} />}
      {values !== undefined && values.length > 0 && (
        <select name={name} {...data}>
          {!required && <option value="">not sent</option>}
          {values.map((value) => (
            <option value={String(value)}>{String(value)}</option>
          ))}
        </select>
      )}
    </label>
  );
}

function BodyField({ operation }: { operation: Operation }) {
  return (
    <>
      <div class="fields body-controls" />
      <label>
        <span>
          Body{operation.server === "auth" ? ", sent as a form" : ""}{" "}
          <code>{operation.requestBody?.content[0]?.type}</code>
        </span>
        <textarea name="body" spellcheck={false} />
      </label>
    </>
  );
}

/** The users of the default seed who have an access token. */
function sandboxUsers(): { token: string; name: string; role: string }[] {
  const { users = [], access_tokens = [] } = defaultSeed();
  return users.flatMap(({ id, name, role = "member" }) => {
    // The first token of a user is valid. The seed also has an expired one.
    const known = access_tokens.find(({ user_id }) => user_id === id);
    return known === undefined ? [] : [{ token: known.token, name, role }];
  });
}
