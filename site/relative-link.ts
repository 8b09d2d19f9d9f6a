import { posix } from "node:path";

/** The way from one file of the site to another, so that the site works in any folder and without a server. */
export function relativeLink(from: string, to: string): string {
  const [path = "", fragment] = to.split("#");
  const way = path === from ? "" : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? way : `${way}#${fragment}`;
}
