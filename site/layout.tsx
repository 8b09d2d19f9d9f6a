import { raw } from "hono/html";
import { BreakableName } from "./elements.js";
import { type Group, navigationOf, PARTS, type Page, relativeLink } from "./page.js";
import { sectionsOf } from "./sections.js";

/**
 * Nothing from elsewhere, and no script or style in the page itself. A frame around the page is refused by the header
 * that the server sends, since this form of the policy cannot say it.
 */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** A page with its frame, as it is written to the disk. */
export function renderPage(page: Page, all: readonly Page[]): string {
  const to = (target: string) => relativeLink(page.path, target);
  const title = page.part === undefined ? page.title : `${page.title} · content-service-client`;
  return `<!doctype html>${
    // No part of it waits for anything, so it is a text at once.
    (
      (
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta http-equiv="content-security-policy" content={CONTENT_SECURITY_POLICY} />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <title>{title}</title>
            <meta name="description" content={page.description} />
            <link rel="icon" href={to("assets/icon.svg")} />
            <link rel="stylesheet" href={to("assets/style.css")} />
            <script src={to("assets/theme.js")} />
            <script src={to("assets/sandbox.js")} defer />
            <script src={to("assets/site.js")} defer data-root={to("index.html").replace(/index\.html$/, "")} />
          </head>
          <body>
            <a class="skip" href="#main">
              Skip to the content
            </a>
            <Top page={page} to={to} />
            <div class={page.part === undefined ? "columns landing" : "columns"}>
              {page.part !== undefined && <Sidebar page={page} all={all} to={to} />}
              <main id="main" tabindex={-1}>
                {raw(page.html)}
                <Neighbours page={page} all={all} to={to} />
              </main>
              <OnThisPage page={page} />
            </div>
          </body>
        </html>
      )
    ).toString()
  }\n`;
}

interface Frame {
  page: Page;
  to: (target: string) => string;
}

function Top({ page, to }: Frame) {
  const shown = PARTS.filter((part) => part !== "Project");
  return (
    <header class="top">
      {page.part !== undefined && (
        <button type="button" class="menu-button" aria-expanded="false" aria-controls="pages">
          Menu
        </button>
      )}
      <a class="home" href={to("index.html")}>
        content-service-client
      </a>
      <nav class="parts" aria-label="Parts">
        {shown.map((part) => (
          <a href={to(FIRST_PAGES[part])} aria-current={page.part === part ? "true" : undefined}>
            {part}
          </a>
        ))}
      </nav>
      <button type="button" class="search-button">
        Search <kbd>/</kbd>
      </button>
      <button type="button" class="theme-button" aria-pressed="false" aria-label="Dark theme" title="Dark theme">
        ◐
      </button>
    </header>
  );
}

/** Where each part begins. */
export const FIRST_PAGES = {
  Guides: "guides/start.html",
  Operations: "operations/index.html",
  Reliability: "reliability/crashes.html",
  Package: "package/index.html",
  Project: "project/changelog.html",
} as const;

function Sidebar({ page, all, to }: Frame & { all: readonly Page[] }) {
  return (
    <nav id="pages" class="sidebar" aria-label="Pages">
      {navigationOf(all).map(({ part, groups }) => (
        <details open={part === page.part}>
          <summary>{part}</summary>
          {groups.map((group) => (
            <Links page={page} to={to} group={group} />
          ))}
        </details>
      ))}
    </nav>
  );
}

function Links({ page, to, group: { name, pages } }: Frame & { group: Group }) {
  return (
    <>
      {name !== "" && <p class="group">{name}</p>}
      <ul>
        {pages.map(({ path, title, label = title }) => (
          <li>
            <a href={to(path)} aria-current={path === page.path ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function OnThisPage({ page }: { page: Page }) {
  const sections = page.part === undefined ? [] : sectionsOf(page).filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  return (
    <nav class="on-this-page" aria-label="On this page">
      <p class="group">On this page</p>
      <ul>
        {sections.map(({ id, title }) => (
          <li>
            <a href={`#${id}`}>
              <BreakableName name={title} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** From one guide to the next. */
function Neighbours({ page, all, to }: Frame & { all: readonly Page[] }) {
  if (page.part !== "Guides") return null;
  const guides = all.filter(({ part }) => part === "Guides");
  const at = guides.findIndex(({ path }) => path === page.path);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  return (
    <nav class="neighbours" aria-label="Guides before and after">
      {before && (
        <a rel="prev" href={to(before.path)}>
          {before.title}
        </a>
      )}
      {after && (
        <a rel="next" href={to(after.path)}>
          {after.title}
        </a>
      )}
    </nav>
  );
}
