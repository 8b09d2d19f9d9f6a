import { type Contract, createContract, segmentsOf } from "content-service-contract";
import controlDocument from "../../generated/control.json" with { type: "json" };

export { controlDocument };

let control: Contract | undefined;

/** The contract of the control operations below `/_sandbox`. */
export function controlContract(): Contract {
  control ??= createContract(controlDocument);
  return control;
}

/** The paths of the servers of a contract: each of them is on the host of the sandbox. */
export function serverPaths({ operations }: Contract) {
  const pathOf = (url: string) => new URL(url, "https://sandbox.invalid").pathname.replace(/\/+$/, "");
  const base = operations.find(({ server }) => server === "base");
  const urls = operations.flatMap(({ server, serverUrls }) => (server === "base" ? [] : serverUrls));
  return {
    basePath: base === undefined ? "" : pathOf(base.serverUrl),
    others: Object.fromEntries(urls.map((url) => [url, pathOf(url)])),
  };
}

/** One error for each place. A value of no known kind violates several lists, and the longest names all. */
export function longestByPlace<Issue extends { readonly at: string; readonly message: string }>(
  issues: readonly Issue[],
): Issue[] {
  const byPlace = new Map<string, Issue>();
  for (const issue of issues) {
    const known = byPlace.get(issue.at);
    if (known === undefined || known.message.length < issue.message.length) byPlace.set(issue.at, issue);
  }
  return [...byPlace.values()];
}

/** Writes a JSON pointer as in code, such as `fields[0].key`. */
export function dottedPath(pointer: string): string {
  return segmentsOf(pointer)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? "." : ""}${part}`))
    .join("");
}
