import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";

/** A file or a folder as it was on both sides at the end of its last synchronization. */
export interface Synced {
  readonly id: string;
  /** Of a file. A folder has none. */
  readonly sha1?: string;
  /** Size and time of the local file. If they are the same, so is its content. */
  readonly size?: number;
  readonly mtimeMs?: number;
}

/** What is known of a path: what is on both sides, and the transfer that has begun. */
export interface Known {
  readonly synced?: Synced;
  readonly download?: { readonly id: string; readonly etag: string };
  readonly upload?: { readonly id: string; readonly sha1: string; readonly partSize: number };
}

export interface State {
  get(path: string): Known;
  paths(): string[];
  /** Replaces what is known of a path, at once also on the disk. */
  set(path: string, known: Known): void;
  close(): void;
  /** The number of lines that were cut off or changed by others, and are ignored. */
  readonly damaged: number;
}

/**
 * Opens the state of a folder: a line for each change, with a digest. A line that a crash cut off, or that somebody changed, is
 * ignored, so that its path counts as never synchronized: then nothing is deleted, and different contents are both kept.
 */
export function openState(file: string): State {
  const known = new Map<string, Known>();
  let damaged = 0;
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []) {
    const [, digest, text = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (digest !== digestOf(text)) {
      damaged += 1;
      continue;
    }
    const [path, value] = JSON.parse(text) as [string, Known];
    known.set(path, value);
  }
  for (const [path, value] of known) if (Object.keys(value).length === 0) known.delete(path);
  writeFileSync(`${file}.new`, [...known].map(([path, value]) => lineOf(path, value)).join(""));
  renameSync(`${file}.new`, file);
  const log = openSync(file, "a");
  return {
    damaged,
    get: (path) => known.get(path) ?? {},
    paths: () => [...known.keys()],
    set(path, value) {
      known.set(path, value);
      writeSync(log, lineOf(path, value));
    },
    close: () => closeSync(log),
  };
}

function lineOf(path: string, known: Known): string {
  const text = JSON.stringify([path, known]);
  return `${digestOf(text)} ${text}\n`;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
