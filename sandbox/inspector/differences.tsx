import { shownValue, valuesOf } from "./values.js";

interface Props {
  /** Null for a value that is added. */
  readonly before: unknown;
  /** Null for a value that is removed. */
  readonly after: unknown;
  readonly names?: readonly [before: string, after: string];
}

/** The properties of two values that differ, without secrets. */
export function Differences({ before, after, names = ["Before", "After"] }: Props) {
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
