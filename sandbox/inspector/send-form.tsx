import { useState } from "hono/jsx/dom";
import { JSON_TYPE } from "../../codegen/samples/http-request.js";
import { type LiveSandbox, type LiveState, messageOf } from "./live-sandbox.js";
import { credentialsOf } from "./operations.js";
import { Body, Field, inputValue, Select, useKept } from "./parts.js";
import type { OperationSummary } from "./sandbox-access.js";

interface Draft {
  readonly userId: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  /** One a line. */
  readonly headers: string;
  readonly body: string;
}

export function userOptions({ seed }: LiveState): (readonly [string, string])[] {
  return (seed?.users ?? []).map(({ id, name, role }) => [id, `${name}${role === "member" ? "" : `, ${role}`}`]);
}

export function SendForm({ live, state }: { readonly live: LiveSandbox; readonly state: LiveState }) {
  const { operations } = state;
  const users = userOptions(state);
  const named = (name: string) => operations.find(({ id }) => id === name);
  const first = draftOf(named("getCurrentUser") ?? operations[0]);
  const [draft, setDraft] = useKept<Draft>("request", { userId: users[0]?.[0] ?? "", ...first });
  const [result, setResult] = useState<{ status: string; title: string; body: string } | undefined>(undefined);
  const operation = named(draft.operation);
  const headerNames = operation?.headers ?? [];
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const send = async (event: Event) => {
    event.preventDefault();
    const { userId, method, path, body, type } = draft;
    const hasBody = body !== "" && method !== "GET";
    try {
      const headers = { ...(hasBody ? { "content-type": type } : {}), ...readHeaders(draft.headers) };
      const init = { method, headers, body: hasBody ? body : null };
      const response = await live.send(userId || null, credentialsOf(operation), path, init);
      setResult({ status: String(response.status), title: `${method} ${path}`, body: await response.text() });
    } catch (error) {
      setResult({ status: "", title: `No response: ${messageOf(error)}`, body: "" });
    }
    await live.refresh();
  };
  return (
    <section>
      <h2>Act as a user</h2>
      <form onSubmit={send} autocomplete="off">
        <div class="fields">
          <Select
            label="User"
            value={draft.userId}
            options={[...users, ["", "Nobody: no access token"]]}
            onChange={(userId) => change({ userId })}
          />
          <Select
            label="Operation"
            value={draft.operation}
            options={operations.map(({ id }) => [id, id])}
            onChange={(id) => change(draftOf(named(id)))}
          />
          <Select
            label="Method"
            value={draft.method}
            options={["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [method, method])}
            onChange={(method) => change({ method })}
          />
        </div>
        <Field label="Path and query">
          <input
            type="text"
            required
            pattern="/.*"
            spellcheck={false}
            value={draft.path}
            onInput={(event) => change({ path: inputValue(event) })}
          />
        </Field>
        <Field label="Headers, one per line">
          <textarea
            rows={Math.max(2, draft.headers.split("\n").length)}
            spellcheck={false}
            placeholder={headerNames.map((name) => `${name}: `).join("or ")}
            value={draft.headers}
            onInput={(event) => change({ headers: inputValue(event) })}
          />
        </Field>
        {draft.method !== "GET" && (
          <Field label={`Body, ${draft.type}`}>
            <textarea
              rows={Math.min(12, draft.body.split("\n").length + 1)}
              spellcheck={false}
              value={draft.body}
              onInput={(event) => change({ body: inputValue(event) })}
            />
          </Field>
        )}
        <p class="bar">
          <button type="submit" class="main">
            Send
          </button>
        </p>
      </form>
      <div class="response" aria-live="polite">
        {result !== undefined && (
          <>
            <p class="line">
              <span class={`s${result.status.charAt(0)}`}>{result.status}</span> {result.title}
            </p>
            {result.body !== "" && <Body label="Response body" text={result.body} />}
          </>
        )}
      </div>
    </section>
  );
}

/** The example request of an operation. */
function draftOf(operation: OperationSummary | undefined): Omit<Draft, "userId"> {
  const { path, headers, body } = operation?.example ?? { path: "/", headers: {}, body: "" };
  const names = new Map(operation?.headers.map((name) => [name.toLowerCase(), name]));
  const type = operation?.body_type ?? JSON_TYPE;
  return {
    ...{ operation: operation?.id ?? "", method: operation?.method ?? "GET", path, type },
    headers: Object.entries(headers)
      .map(([name, value]) => `${names.get(name) ?? name}: ${value}`)
      .join("\n"),
    body: type === JSON_TYPE && body !== "" ? JSON.stringify(JSON.parse(body), null, 2) : body,
  };
}

/** The headers of a text. Throws a `TypeError` for a line without a name. */
function readHeaders(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      if (name === "") throw new TypeError(`Expected “Name: value” as a header; received “${line}”.`);
      return [name, value];
    }),
  );
}
