import { readFileSync } from "node:fs";

/** A program of the README, or of another page: a TypeScript block behind the mark `<!-- run: name -->`. */
export interface ReadmeBlock {
  readonly name: string;
  readonly code: string;
}

/** The programs of a page, in its order. Throws an `Error` for a TypeScript block that has no mark. */
export function readmeBlocks(page = "README.md"): ReadmeBlock[] {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/<!-- run: ([\w-]+) -->\n```ts\n(.*?)```\n/gs)];
  const all = text.match(/^```ts$/gm) ?? [];
  if (all.length !== blocks.length) throw new Error(`a ts block of ${page} has no <!-- run: name --> before it`);
  return blocks.map(([, name = "", code = ""]) => ({ name, code }));
}

/** What the programs of the README read from the environment, for a service at an address. */
export function readmeEnvironment({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Record<string, string> {
  return {
    CONTENT_BASE_URL: baseUrl,
    CONTENT_AUTH_URL: authUrl,
    CONTENT_CLIENT_ID: "readme",
    CONTENT_CLIENT_SECRET: "secret",
    CONTENT_REFRESH_TOKEN: "first",
  };
}
