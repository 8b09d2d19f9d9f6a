import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeRule } from "./reading.mjs";

/** Every file beside or below the root document must be referenced by the contract. */
export function filesUsed() {
  const used = new Set();
  const unused = function* (_root, { location }) {
    const folder = dirname(location.source.absoluteRef);
    for (const name of readdirSync(folder, { recursive: true }))
      if (/\.ya?ml$/.test(name) && !used.has(join(folder, name)))
        yield `Nothing refers to ${name}: use it or delete it.`;
  };
  return {
    any: { enter: (_node, { location }) => void used.add(location.source.absoluteRef) },
    ...nodeRule("Root", unused, "leave"),
  };
}
