import { useEffect, useRef, useState } from "hono/jsx/dom";
import { messageOf } from "./live-sandbox.js";
import { parsed, shownValue, valuesOf } from "./values.js";

export function inputValue({ target }: Event): string {
  const isControl =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  return isControl ? target.value : "";
}

const kept = new Map<string, unknown>();

/** The value of `useKept`. */
export function keptValue<Value>(name: string): Value | undefined {
  // Each name has values of one type.
  return kept.get(name) as Value | undefined;
}

/** State that stays while its part of the page is closed. */
export function useKept<Value>(name: string, first: Value): [Value, (next: Value | ((now: Value) => Value)) => void] {
  const [, render] = useState({});
  const value = () => keptValue<Value>(name) ?? first;
  const set = (next: Value | ((now: Value) => Value)) => {
    kept.set(name, next instanceof Function ? next(value()) : next);
    render({});
  };
  return [value(), set];
}

/** Gives the focus to a heading when its part opens, and brings it into view. */
export function useOpened(isOpen = true) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {};
    heading.current?.focus({ preventScroll: true });
    if (top < 0 || top > innerHeight * 0.7) heading.current?.scrollIntoView();
  }, [isOpen]);
  return heading;
}

interface FieldProps {
  readonly label: string;
  readonly problem?: string | undefined;
  readonly children: unknown;
}

export function Field({ label, problem = "", children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the children are the control.
    <label class="field">
      <span>{label}</span>
      {children}
      {problem !== "" && <span class="bad">{problem}</span>}
    </label>
  );
}

interface SelectProps {
  readonly label?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  readonly "aria-label"?: string;
  readonly "aria-invalid"?: "true" | "false";
  readonly required?: boolean;
}

/** A select of values with their texts, as a field if it has a label. */
export function Select({ label, value, options, onChange, ...rest }: SelectProps) {
  const select = (
    <select {...rest} onChange={(event) => onChange(inputValue(event))}>
      {options.map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  );
  return label === undefined ? select : <Field label={label}>{select}</Field>;
}

interface ActionProps {
  readonly label: string;
  readonly run: () => unknown;
  /** The result of an action that does not fail. */
  readonly done: string;
  readonly disabled?: boolean;
  /** What the action deletes. The button asks before it runs. */
  readonly deletes?: string;
}

/** A button that runs an action and announces its result, which stays until the focus moves. A failure stays longer. */
export function ActionButton({ label, run, done, disabled = false, deletes }: ActionProps) {
  const [result, setResult] = useState("");
  const [asks, setAsks] = useState(false);
  const onClick = async () => {
    setAsks(deletes !== undefined && !asks);
    if (deletes !== undefined && !asks) return setResult(`This deletes ${deletes}. Press again to confirm.`);
    try {
      await run();
      setResult(done);
    } catch (error) {
      setResult(messageOf(error));
    }
  };
  const onBlur = () => {
    // Not yet: the layout must not move between the press and the release of a click elsewhere.
    const end = new AbortController();
    const clear = () => {
      end.abort();
      if (asks || result === done) setResult("");
      setAsks(false);
    };
    for (const type of ["click", "keyup"]) document.addEventListener(type, clear, { signal: end.signal });
  };
  return (
    // One element: a fragment is moved when it changes, and would lose the focus.
    <span>
      <button type="button" class={asks ? "main" : ""} disabled={disabled} onClick={onClick} onBlur={onBlur}>
        {asks ? `Confirm: ${label}` : label}
      </button>
      <span class="result" role="status">
        {result}
      </span>
    </span>
  );
}

/** A text with its words in backticks as code. */
export function InlineCode({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

/** A text that scrolls, also with the keyboard. JSON is indented. */
export function Body({ label, text }: { readonly label: string; readonly text: string }) {
  const value = parsed(text);
  return (
    <section aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{value === text ? text : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}

/** Copies a text. Rejects if the browser does not allow it. */
export async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).catch(() => {
    throw new TypeError("The browser does not allow copying.");
  });
}

export function download(name: string, value: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** `1 change`, `2 changes`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

interface DifferencesProps {
  /** Null for a value that is added. */
  readonly before: unknown;
  /** Null for a value that is removed. */
  readonly after: unknown;
  readonly names?: readonly [before: string, after: string];
}

/** The properties of two values that differ, without secrets. */
export function Differences({ before, after, names = ["Before", "After"] }: DifferencesProps) {
  const textsOf = (value: unknown) => new Map(value === null ? [] : valuesOf(value));
  const [old, current] = [textsOf(before), textsOf(after)];
  const paths = new Set([...old.keys(), ...current.keys()]);
  const different = [...paths].filter((path) => old.get(path) !== current.get(path));
  if (different.length === 0) return <p class="soft">No differences.</p>;
  return (
    <table class="differences">
      <thead class="said">
        <tr>
          {["Property", ...names].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {different.map((path) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{old.has(path) && <del>{shownValue(path, old.get(path) ?? "")}</del>}</td>
            <td>{current.has(path) && <ins>{shownValue(path, current.get(path) ?? "")}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
