import { type Json, loadContract, type Operation, type Parameter } from "content-service-contract-tests";
import { defaultSeed } from "content-service-sandbox";
import { type SampleCall, sampleCalls } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";

/** The form that sends an operation to the sandbox, with the code in `browser/try-it.ts`. Hidden without scripts. */
export function TryItForm({ operationId }: { operationId: string }) {
  const contract = loadContract();
  const operation = contract.operation(operationId);
  const calls = sampleCalls(contract, operation).map(formCall);
  const [first] = calls;
  return (
    <form
      class="try-it"
      data-method={operation.method.toUpperCase()}
      data-path={operation.path}
      data-server={operation.server}
      data-type={operation.requestBody?.content[0]?.type}
      data-calls={JSON.stringify(calls)}
      autocomplete="off"
      novalidate
    >
      <p class="no-sandbox" hidden>
        This page has no sandbox: it was opened from a folder. Run <code>npm run docs:serve</code> in the repository,
        and open the address that it prints.
      </p>
      <fieldset disabled>
        <legend class="said">A request to the sandbox</legend>
        <div class="fields">
          {operation.secured && <Users />}
          {calls.length > 1 && <Examples calls={calls} />}
          {operation.parameters.map((parameter) => (
            <ParameterField parameter={parameter} value={first?.values[parameter.name] ?? ""} />
          ))}
        </div>
        {operation.requestBody !== undefined && <BodyField operation={operation} body={first?.body ?? {}} />}
        <p class="buttons">
          <button type="submit">Send</button>
          <button type="button" name="reset">
            Reset the sandbox
          </button>
        </p>
        <p class="which-sandbox" />
      </fieldset>
      <output aria-live="polite" />
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

function Examples({ calls }: { calls: readonly FormCall[] }) {
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

function ParameterField({ parameter: { name, in: place, required }, value }: { parameter: Parameter; value: string }) {
  return (
    <label>
      <span>
        <code>{name}</code> {place}
        {required ? ", required" : ""}
      </span>
      <input type="text" name={name} value={value} data-in={place} spellcheck={false} />
    </label>
  );
}

function BodyField({ operation, body }: { operation: Operation; body: Json }) {
  const text = JSON.stringify(body, null, 2);
  return (
    <label>
      <span>
        Body{operation.server === "auth" ? ", sent as a form" : ""}{" "}
        <code>{operation.requestBody?.content[0]?.type}</code>
      </span>
      <textarea name="body" rows={Math.min(16, text.split("\n").length + 1)} spellcheck={false}>
        {text}
      </textarea>
    </label>
  );
}

/** The values of the form for an example. `browser/form-request.ts` reads them. */
interface FormCall {
  readonly summary: string;
  /** The values of the parameters. */
  readonly values: Readonly<Record<string, string>>;
  readonly body?: Json;
}

function formCall({ summary, input: { path, query, header, body } }: SampleCall): FormCall {
  const entries = Object.entries({ ...path, ...query, ...header });
  const values = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  return { summary, values, ...(body === undefined ? {} : { body }) };
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
