/** Finds texts: the longest one that ends at each index, in the order of the ends. */
export type Search = (text: string) => [start: number, end: number][];

/** Creates a search for many texts at once, in linear time (Aho and Corasick). */
export function createSearch(texts: readonly string[]): Search {
  const nodes = createNodes(texts);
  return (text) => {
    const found: [start: number, end: number][] = [];
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (node === 0 && nodes.begins[code] === 0) continue;
      node = nodes.next(node, code);
      const length = nodes.longest[node] ?? 0;
      if (length > 0) found.push([index + 1 - length, index + 1]);
    }
    return found;
  };
}

interface Nodes {
  /** The node for the longest beginning of a text that ends with a character. */
  next(node: number, code: number): number;
  /** The length of the longest text that ends at a node, or 0. */
  readonly longest: readonly number[];
  /** Whether a text begins with a character. */
  readonly begins: Uint8Array;
}

function createNodes(texts: readonly string[]): Nodes {
  const children = new Map<number, number>();
  const begins = new Uint8Array(CODES);
  const longest = [0];
  const fallback = [0];
  const parent = [0];
  const codeOf = [0];
  for (const text of texts) {
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (index === 0) begins[code] = 1;
      const key = node * CODES + code;
      let child = children.get(key);
      if (child === undefined) {
        child = longest.length;
        children.set(key, child);
        longest.push(0);
        fallback.push(0);
        parent.push(node);
        codeOf.push(code);
      }
      node = child;
    }
    longest[node] = text.length;
  }
  const next = (from: number, code: number): number => {
    for (let node = from; ; node = fallback[node] ?? 0) {
      if (node === 0 && begins[code] === 0) return 0;
      const child = children.get(node * CODES + code);
      if (child !== undefined) return child;
      if (node === 0) return 0;
    }
  };
  for (const node of byDepth(parent)) {
    const above = parent[node] ?? 0;
    const suffix = above === 0 ? 0 : next(fallback[above] ?? 0, codeOf[node] ?? 0);
    fallback[node] = suffix;
    longest[node] = Math.max(longest[node] ?? 0, longest[suffix] ?? 0);
  }
  return { next, longest, begins };
}

/** The number of UTF-16 code units. */
const CODES = 65_536;

/** All nodes but the root, those nearer to the root first. A parent always has a lower number than its child. */
function byDepth(parent: readonly number[]): number[] {
  const levels: number[][] = [];
  const depth = [0];
  for (let node = 1; node < parent.length; node += 1) {
    const own = (depth[parent[node] ?? 0] ?? 0) + 1;
    depth.push(own);
    const level = levels[own] ?? [];
    levels[own] = level;
    level.push(node);
  }
  return levels.flat();
}
