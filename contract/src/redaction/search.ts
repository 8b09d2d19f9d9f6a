/** Finds texts: the longest one that ends at each index, in the order of the ends. */
export type Search = (text: string) => [start: number, end: number][];

/** Creates a search for many texts at once, in linear time (Aho and Corasick). */
export function createSearch(texts: readonly string[]): Search {
  /** The beginnings of all texts as a tree, whose root is 0: the child of a node for a character. */
  const children = new Map<number, number>();
  const begins = new Uint8Array(CODES);
  /** The length of the longest text that ends at a node, or 0. */
  const longest = [0];
  /** The node of the longest proper suffix that begins a text. */
  const fallback = [0];
  /** The node for the longest beginning of a text that ends with a character. */
  const next = (from: number, code: number): number => {
    for (let node = from; ; node = fallback[node] ?? 0) {
      if (node === 0 && begins[code] === 0) return 0;
      const child = children.get(node * CODES + code);
      if (child !== undefined) return child;
    }
  };
  // Shorter beginnings first: a suffix is shorter.
  let ends = texts.filter((text) => text !== "").map((text) => ({ text, node: 0 }));
  for (let length = 1; ends.length > 0; length += 1) {
    const added = ends.map(({ text, node: parent }) => {
      const code = text.charCodeAt(length - 1);
      const suffix = parent === 0 ? 0 : next(fallback[parent] ?? 0, code);
      const key = parent * CODES + code;
      const node = children.get(key) ?? longest.length;
      if (node === longest.length) {
        children.set(key, node);
        fallback.push(suffix);
        longest.push(longest[suffix] ?? 0);
      }
      if (text.length === length) longest[node] = length;
      return { text, node };
    });
    if (length === 1) for (const { text } of ends) begins[text.charCodeAt(0)] = 1;
    ends = added.filter(({ text }) => text.length > length);
  }
  return (text) => {
    const found: [start: number, end: number][] = [];
    let node = 0;
    for (let index = 0; index < text.length; index += 1) {
      node = next(node, text.charCodeAt(index));
      const length = longest[node] ?? 0;
      if (length > 0) found.push([index + 1 - length, index + 1]);
    }
    return found;
  };
}

/** The number of UTF-16 code units. */
const CODES = 65_536;
