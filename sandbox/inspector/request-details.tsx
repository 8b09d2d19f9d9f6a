import { useState } from "hono/jsx/dom";
import { FaultForm } from "./faults.js";
import type { LiveSandbox, LiveState } from "./live-sandbox.js";
import { clientOperation, curlOf, ownHeaders, programOf, sentCredentials, withToken } from "./operations.js";
import { ActionButton, Body, copy, Differences, download } from "./parts.js";
import { stateBefore, testOf } from "./request-exports.js";
import type { Change, JournalEntry, JournalMessage } from "./sandbox-access.js";

export function RequestDetails({ entry, live, state }: { entry: JournalEntry; live: LiveSandbox; state: LiveState }) {
  const [fails, setFails] = useState(false);
  const { info, entries } = state;
  const { method, path, query, user_id, status, request, response, violations, changes } = entry;
  const operation = state.operations.find(({ id }) => id === entry.operation);
  const ofClient = clientOperation(operation);
  const credentials = sentCredentials(entry, operation);
  /** The request with a token, as the user that it acts for. */
  const sentWith = (token: string) => {
    const { "as-user": _, ...headers } = ownHeaders(request.headers);
    return withToken(`${path}${query === "" ? "" : `?${query}`}`, headers, credentials, token);
  };
  const tokenOf = async () => (user_id === null ? REJECTED : live.tokenOf(user_id));
  const copyProgram = async () => {
    const token = credentials.length === 0 ? "" : await tokenOf();
    const target = { url: live.url, basePath: info?.base_path ?? "", token };
    if (ofClient !== undefined) await copy(programOf(entry, ofClient, operation?.headers ?? [], target));
  };
  const copyTest = async () => {
    if (info === undefined) return;
    const { seed } = await live.control.state();
    const later = entries.slice(entries.indexOf(entry)).flatMap((one) => one.changes);
    const before = stateBefore(seed, later);
    if (before === undefined)
      throw new TypeError("The state before this request is unknown: records have changed otherwise, or are hidden.");
    const file = `${entry.operation ?? method}-${entry.request_id}.json`;
    const valid = before.access_tokens?.find(
      (one) => one.user_id === user_id && Date.parse(one.expires_at ?? "") > Date.parse(entry.time),
    );
    if (user_id !== null && valid === undefined)
      throw new TypeError("The user of this request had no token that is left.");
    download(file, before);
    const isBuiltIn = operation?.is_built_in ?? true;
    await copy(testOf(entry, info, sentWith(valid?.token ?? REJECTED), `./${file}`, isBuiltIn));
  };
  /** Sends the request again, with a token of its user, or with an invalid one. */
  const replay = async () => {
    const { path: sentPath, headers } = sentWith(user_id === null ? REJECTED : "");
    const body = request.body === "" ? null : request.body;
    await live.send(user_id, credentials, sentPath, { method, headers, body });
    await live.refresh();
  };
  const obstacle = obstacleOf(request, sentWith(""));
  const isBroken = entry.fault_effect !== null;
  return (
    <div class="details">
      <p class="bar">
        <ActionButton
          label="Copy as curl"
          run={async () => copy(curlOf(entry, live.url, sentWith(await tokenOf())))}
          done="Copied"
        />
        {ofClient !== undefined && <ActionButton label="Copy as TypeScript" run={copyProgram} done="Copied" />}
        <ActionButton
          label="Copy as test"
          run={copyTest}
          done={`Copied. Put the saved state beside the test${operation?.is_built_in === false ? ", and import your contract and handlers" : ""}.`}
          disabled={obstacle !== undefined || isBroken}
        />
        {operation !== undefined && (
          <button type="button" aria-expanded={String(fails)} onClick={() => setFails(!fails)}>
            Fail the next one
          </button>
        )}
        <ActionButton label="Replay" run={replay} done="Sent" disabled={obstacle !== undefined} />
        {obstacle !== undefined && <span class="soft">{obstacle}</span>}
        {isBroken && <span class="soft">A fault broke the connection, so a test has no response to check.</span>}
      </p>
      {fails && operation !== undefined && <FaultForm live={live} state={state} operation={operation.id} />}
      {violations.length > 0 && (
        <section>
          <h3>Contract violations</h3>
          <ul class="violations">
            {violations.map(({ rule, at, contract, message }) => (
              <li key={`${rule} ${at}`}>
                <strong>{message}</strong>
                <span class="soft">
                  {at} · {rule} · {contract}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length > 0 && (
        <section>
          <h3>Changes</h3>
          {changes.map((change) => (
            <ChangeTable key={`${change.type} ${change.id}`} change={change} />
          ))}
        </section>
      )}
      <div class="messages">
        <Message title="Request" line={`${method} ${path}${query === "" ? "" : `?${query}`}`} message={request} />
        <Message title="Response" line={String(status)} message={response} />
      </div>
    </div>
  );
}

function Message({ title, line, message }: { title: string; line: string; message: JournalMessage }) {
  const { headers, body, truncated } = message;
  return (
    <section>
      <h3>{title}</h3>
      <p class="line">{line}</p>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}:</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body === "" ? <p class="soft">No body</p> : <Body label={`${title} body`} text={body} />}
      {truncated && <p class="hint">The body is longer. The sandbox keeps its start.</p>}
    </section>
  );
}

const SIGNS = { added: "+", changed: "~", removed: "−" } as const;

function ChangeTable({ change: { kind, type, id, name, before, after } }: { change: Change }) {
  return (
    <details class={`change ${kind}`} open={kind === "changed"}>
      <summary>
        <span class="sign" aria-hidden="true">
          {SIGNS[kind]}
        </span>{" "}
        {type.replaceAll("_", " ")} <strong>{name ?? id}</strong> <span class="soft">{name === null ? "" : id}</span>{" "}
        {kind}
      </summary>
      <Differences before={before} after={after} />
    </details>
  );
}

/** Why a request cannot be sent again. */
function obstacleOf({ body, truncated }: JournalMessage, { path, headers }: ReturnType<typeof withToken>) {
  if (truncated) return "The body was shortened, so the request cannot be sent again.";
  const hasSecret = [path, body, ...Object.values(headers)].some((text) => text.includes("***"));
  return hasSecret ? "The request has a hidden secret, so it cannot be sent again." : undefined;
}

/** For a request that the sandbox rejected with its own token, which the journal hides. */
const REJECTED = "invalid-token";
