import { changesMarkdown, changesSinceRelease } from "../scripts/release/contract-diff.js";
import { renderMarkdown } from "./markdown.js";
import type { Page } from "./page.js";

/** What changed in the contract since the last release, as `redocly diff` rates it. */
export async function contractChangesPage(): Promise<Page> {
  return {
    path: "project/contract-changes.html",
    title: TITLE,
    description: "What changed in the contract since the last release, and which version that asks for.",
    part: "Project",
    html: renderMarkdown(`# ${TITLE}\n\n${changesMarkdown(await changesSinceRelease())}`),
  };
}

const TITLE = "Changes of the contract";
