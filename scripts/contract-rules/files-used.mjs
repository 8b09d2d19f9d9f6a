import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Every file beside or below the root document must be referenced by the contract. */
export function filesUsed() {
  const used = new Set();
  return {
    any: {
      enter(_node, { location }) {
        used.add(location.source.absoluteRef);
      },
    },
    Root: {
      leave(_root, { location, report }) {
        const folder = dirname(location.source.absoluteRef);
        for (const name of readdirSync(folder, { recursive: true })) {
          if (!/\.ya?ml$/.test(name) || used.has(join(folder, name))) continue;
          report({ message: `Nothing refers to ${name}: use it or delete it.`, location });
        }
      },
    },
  };
}
