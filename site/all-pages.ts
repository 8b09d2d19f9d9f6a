import { apiReferencePages } from "./api-reference/api-reference-pages.js";
import { contractChangesPage } from "./contract-changes-page.js";
import { landingPage } from "./landing.js";
import { markdownPages } from "./markdown-pages.js";
import { PARTS, type Page } from "./page.js";
import { referencePages } from "./reference/reference-pages.js";

/** Every page of the site: the first page, then part by part as in the navigation. */
export async function allPages(): Promise<Page[]> {
  const sources = [referencePages(), apiReferencePages(), contractChangesPage().then((page) => [page])];
  const pages = [...markdownPages(), ...(await Promise.all(sources)).flat()];
  const inOrder = PARTS.flatMap((part) => pages.filter((page) => page.part === part));
  return [landingPage(inOrder), ...inOrder];
}
