/**
 * Keeps limits of the interface in the contract. `limits` maps a place (the end of a file name and a pointer into the file) to
 * keywords and their values; `null` means that the keyword must be missing. An unknown place is a problem too.
 */
export function limitsKept({ limits = {} }) {
  const unseen = new Set(Object.keys(limits));
  return {
    Schema: {
      enter(schema, { location, report }) {
        const place = unseenPlace(`${location.source.absoluteRef}${location.pointer}`);
        if (!place) return;
        unseen.delete(place);
        for (const [keyword, value] of Object.entries(limits[place])) {
          if (JSON.stringify(schema[keyword] ?? null) === JSON.stringify(value)) continue;
          const wanted = value === null ? `no \`${keyword}\`` : `\`${keyword}: ${value}\``;
          report({ message: `Expected ${wanted}, the limit of the interface.`, location });
        }
      },
    },
    Root: {
      leave(_root, { location, report }) {
        for (const place of unseen) report({ message: `Unknown place of a limit: ${place}.`, location });
      },
    },
  };

  function unseenPlace(pointer) {
    return [...unseen].find((place) => pointer.endsWith(`/${place}`));
  }
}
