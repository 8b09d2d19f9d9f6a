import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "hono/jsx/dom";
import { Controls } from "./controls.js";
import { createLiveSandbox } from "./live-sandbox.js";
import { counted } from "./parts.js";
import { hasUnsaved, Records } from "./records.js";
import { RequestLog } from "./request-log.js";
import type { SandboxAccess } from "./sandbox-access.js";

const TABS = ["Requests", "Records", "Controls"] as const;
type Tab = (typeof TABS)[number];

/** The tab in the address, and what is open in it: `#records/files/4001`, `#requests/r0000001`. */
function useAddress(): [tab: Tab, place: string] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const [, name = "", place = ""] = /^#([^/]*)\/?(.*)$/.exec(hash) ?? [];
  return [TABS.find((one) => one.toLowerCase() === name) ?? "Requests", place];
}

export function Inspector({ access }: { readonly access: SandboxAccess }) {
  const live = useMemo(() => createLiveSandbox(access), [access]);
  const state = useSyncExternalStore(live.subscribe, live.state);
  const [tab, place] = useAddress();
  /** What was last open in each tab. */
  const places = useRef<Partial<Record<Tab, string>>>({});
  places.current = { ...places.current, [tab]: place };
  const setTab = (name: Tab) => {
    location.hash = `#${[name.toLowerCase(), places.current?.[name]].filter(Boolean).join("/")}`;
  };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => live.start(), [live]);
  useEffect(() => {
    const ask = (event: Event) => hasUnsaved() && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    setTab(TABS[at] ?? tab);
    list.current?.querySelectorAll("button")[at]?.focus();
  };
  const records = Object.values(state.info?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <div class="inspector">
      <div class="title">
        <div class="tablist" role="tablist" aria-label="Parts of the inspector" ref={list} onKeyDown={move}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={String(name === tab)}
              aria-controls="inspector-panel"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {name}
            </button>
          ))}
        </div>
        {state.info !== undefined && (
          <p class="soft">
            <time>{state.info.now.slice(0, 19).replace("T", " ")}</time> UTC · {counted(records, "record")}
            {state.faults.length > 0 && (
              <>
                {" "}
                · <strong class="bad">{counted(state.faults.length, "fault")}</strong>
              </>
            )}
          </p>
        )}
      </div>
      <div class="problem" role="alert">
        {state.problem}
      </div>
      <div id="inspector-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "Requests" && <RequestLog live={live} state={state} place={place} />}
        {tab === "Records" && <Records live={live} state={state} place={place} />}
        {tab === "Controls" && <Controls live={live} state={state} />}
      </div>
    </div>
  );
}
