import { read } from "../support/repository.js";

/** A program of the README or another page: a TypeScript block after the mark `<!-- run: name -->`. */
export interface ReadmeBlock {
  readonly name: string;
  readonly code: string;
}

/** The programs of a page, in order. Throws an `Error` for a TypeScript block without a mark. */
export function readmeBlocks(page = "README.md"): ReadmeBlock[] {
  const text = read(page);
  const blocks = [...text.matchAll(/<!-- run: ([\w.-]+) -->\n```ts\n(.*?)```\n/gs)];
  const all = text.match(/^```ts$/gm) ?? [];
  if (all.length !== blocks.length) throw new Error(`a ts block of ${page} has no <!-- run: name --> before it`);
  return blocks.map(([, name = "", code = ""]) => ({ name, code }));
}

/** The environment variables for the programs of the README, for a service at an address. */
export function readmeEnvironment({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Record<string, string> {
  return {
    CONTENT_BASE_URL: baseUrl,
    CONTENT_AUTH_URL: authUrl,
    CONTENT_CLIENT_ID: "readme",
    CONTENT_CLIENT_SECRET: "secret",
    CONTENT_REFRESH_TOKEN: "first",
  };
}
