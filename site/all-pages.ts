import { changesMarkdown, changesSinceRelease } from "../scripts/release/contract-diff.js";
import { apiReferencePages } from "./api-reference/api-reference-pages.js";
import { landingPage } from "./landing.js";
import { renderMarkdown } from "./markdown.js";
import { markdownPages } from "./markdown-pages.js";
import { PARTS, type Page } from "./page.js";
import { referencePages } from "./reference/reference-pages.js";

/** Every page of the site, in the order of the navigation. */
export async function allPages(): Promise<Page[]> {
  const sources = [referencePages(), apiReferencePages(), contractChangesPage().then((page) => [page])];
  const pages = [...markdownPages(), ...(await Promise.all(sources)).flat()];
  const inOrder = PARTS.flatMap((part) => pages.filter((page) => page.part === part));
  return [landingPage(inOrder), ...inOrder];
}

/** What changed in the contract since the last release, as `redocly diff` rates it. */
async function contractChangesPage(): Promise<Page> {
  return {
    path: "project/contract-changes.html",
    title: TITLE,
    description: "What changed in the contract since the last release, and the version that the changes require.",
    part: "Project",
    html: renderMarkdown(`# ${TITLE}\n\n${changesMarkdown(await changesSinceRelease())}`),
  };
}

const TITLE = "Changes of the contract";
