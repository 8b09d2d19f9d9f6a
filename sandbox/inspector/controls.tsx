import { useEffect, useState } from "hono/jsx/dom";
import { Faults } from "./faults.js";
import type { LiveSandbox, TabProps } from "./live-sandbox.js";
import { ActionButton, copy, download, Field, inputValue, Select } from "./parts.js";
import { SendForm, userOptions } from "./send-form.js";

type Props = Omit<TabProps, "place">;

export function Controls({ live, state }: Props) {
  useEffect(live.showRecords, []);
  if (state.seed === undefined) return <p class="soft">Loading the records…</p>;
  return (
    <div class="controls">
      <div>
        <SendForm live={live} state={state} />
        <Faults live={live} state={state} />
      </div>
      <div>
        <Clock live={live} state={state} />
        <StateFile live={live} />
        <Tokens live={live} state={state} />
      </div>
    </div>
  );
}

const UNITS = [
  ["60000", "minutes"],
  ["3600000", "hours"],
  ["86400000", "days"],
] as const;

function Clock({ live, state: { info } }: Props) {
  const [amount, setAmount] = useState("1");
  const [unit, setUnit] = useState("3600000");
  const advance = () => live.control.advance(Number(amount) * Number(unit)).then(live.changed);
  return (
    <section>
      <h2>Clock</h2>
      <p>
        <time>{info?.now.slice(0, 19).replace("T", " ")}</time> UTC
      </p>
      <p class="soft">Tokens, locks, links and collaborations expire, and delayed responses are sent.</p>
      <div class="fields">
        <Field label="Advance by">
          <input type="number" min="0" step="any" value={amount} onInput={(event) => setAmount(inputValue(event))} />
        </Field>
        <Select label="Unit" value={unit} options={UNITS} onChange={setUnit} />
      </div>
      <p class="bar">
        <ActionButton label="Advance the clock" run={advance} done="Advanced" />
      </p>
    </section>
  );
}

function StateFile({ live }: { readonly live: LiveSandbox }) {
  const reset = () => live.control.reset().then(live.changed);
  const save = async () => {
    const { seed } = await live.control.state();
    download("sandbox-snapshot.json", seed);
  };
  const [file, setFile] = useState<File | undefined>(undefined);
  const load = async () => {
    if (file === undefined) throw new TypeError("Choose a file first.");
    await live.control.restore(JSON.parse(await file.text()));
    await live.changed();
  };
  return (
    <section>
      <h2>State</h2>
      <p class="bar">
        <ActionButton label="Reset the sandbox" run={reset} done="Reset" deletes="all changes of records" />
      </p>
      <p class="soft">Restores the initial records and the clock, and removes all faults and requests.</p>
      <p class="bar">
        <ActionButton label="Save a snapshot" run={save} done="Saved" />
      </p>
      <p class="soft">The file has all records with their tokens.</p>
      <Field label="Snapshot or seed, as JSON">
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ target }) => setFile(target instanceof HTMLInputElement ? target.files?.[0] : undefined)}
        />
      </Field>
      <p class="bar">
        <ActionButton
          label="Load the file"
          run={load}
          done="Loaded"
          disabled={file === undefined}
          deletes="the current records"
        />
      </p>
    </section>
  );
}

function Tokens({ live, state }: Props) {
  const users = userOptions(state);
  const [userId, setUserId] = useState(users[0]?.[0] ?? "");
  const names = new Map(users);
  const issue = async () => {
    const { access_token } = await live.control.issueTokens(userId);
    await live.changed();
    await copy(access_token);
  };
  const revoke = (token: string) => live.control.revokeToken(token).then(live.changed);
  const { access_tokens: tokens = [] } = state.seed ?? {};
  const now = Date.parse(state.info?.now ?? "");
  return (
    <section>
      <h2>Access tokens</h2>
      <div class="fields">
        <Select label="User" value={userId} options={users} onChange={setUserId} />
        <p class="bar">
          <ActionButton label="Issue a token" run={issue} done="Issued and copied" />
        </p>
      </div>
      <ul class="list">
        {tokens.slice(-MAX_TOKENS).map(({ token, user_id, expires_at = "" }) => (
          <li key={token}>
            <span>
              {names.get(user_id) ?? user_id} <code>***</code>{" "}
              <span class={Date.parse(expires_at) <= now ? "chip mark" : "soft"}>
                {Date.parse(expires_at) <= now ? "expired" : `until ${expires_at.slice(0, 16).replace("T", " ")}`}
              </span>
            </span>
            <span class="bar">
              <ActionButton label="Copy" run={() => copy(token)} done="Copied" />
              <ActionButton label="Revoke" run={() => revoke(token)} done="Revoked" />
            </span>
          </li>
        ))}
      </ul>
      {tokens.length > MAX_TOKENS && <p class="hint">The last {MAX_TOKENS} are shown.</p>}
    </section>
  );
}

const MAX_TOKENS = 50;
