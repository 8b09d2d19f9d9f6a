import { raw } from "hono/html";
import manifest from "../package.json" with { type: "json" };
import { BreakableText, WORD_END } from "./page/elements.js";
import { navigationOf, PARTS, type Page, relativeLink, titlesOf } from "./page/page.js";
import { markdownPath } from "./page/to-markdown.js";

/** Allows only files of this site, and no inline script or style. The server adds `frame-ancestors` in a header. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

interface About {
  readonly version: string;
  readonly license: string;
  readonly repository?: string;
}

/** A page with its frame and what it says about the package, as a whole document. */
export function renderPage(page: Page, all: readonly Page[], about: About = manifest): string {
  const to = (target: string) => relativeLink(page.path, target);
  const title = page.part === undefined ? page.title : `${page.title} · content-service-client`;
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={page.description} />
        <link rel="icon" href={to("assets/icon.svg")} />
        {all.includes(page) && <link rel="alternate" type="text/markdown" href={to(markdownPath(page.path))} />}
        <link rel="stylesheet" href={to("assets/style.css")} />
        <script src={to("assets/js.js")} />
        <script src={to("assets/sandbox.js")} defer />
        <script src={to("assets/site.js")} defer data-root={to("index.html").replace(/index\.html$/, "")} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        {page.html.includes('id="try-it"') && (
          <a class="skip" href="#try-it">
            Skip to the request
          </a>
        )}
        <Top page={page} to={to} />
        <div class={page.part === undefined ? "columns landing" : "columns"}>
          <Sidebar page={page} all={all} to={to} />
          <main id="main" tabindex={-1}>
            {raw(withAnchors(page.html))}
            <p class="copies">
              <a href={to("project/changelog.html")}>Version {about.version}</a> ·{" "}
              <a href={to("guides/install.html#license")}>{about.license}</a>
              {about.repository !== undefined && [" · ", <a href={about.repository}>Repository</a>]}
              {all.includes(page) && [" · ", <a href={to(markdownPath(page.path))}>This page as Markdown</a>]}
            </p>
          </main>
          <OnThisPage page={page} />
        </div>
      </body>
    </html>
  );
  return `<!doctype html>${html}\n`;
}

/** Makes each heading a link to itself, to copy its address; except one that opens details, or leads elsewhere. */
function withAnchors(html: string): string {
  return html.replace(HEADING, (_, opening: string, id: string, rest: string) => {
    const anchor = (title: string) => <a class="anchor" href={`#${id}`} children={raw(title)} />;
    return `${opening}${rest.replace(/^.*(?=<\/h[23]>$)/s, (title) => String(anchor(title)))}`;
  });
}

const HEADING = /(?<!<summary>)(<h[23][^>]* id="([^"]+)"[^>]*>)((?:(?!<a ).)*?<\/h[23]>)/gs;

interface Frame {
  page: Page;
  to: (target: string) => string;
}

function Top({ page, to }: Frame) {
  const shown = PARTS.filter((part) => part !== "Project");
  return (
    <header class="top">
      <button type="button" class="menu-button" aria-expanded="false" aria-controls="site-pages">
        Menu
      </button>
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
    </header>
  );
}

export const FIRST_PAGES = {
  Guides: "guides/start.html",
  Operations: "operations/index.html",
  Sandbox: "guides/sandbox.html",
  Reliability: "reliability/crashes.html",
  Package: "package/index.html",
  Project: "project/changelog.html",
} as const;

function Sidebar({ page, all, to }: Frame & { all: readonly Page[] }) {
  return (
    <nav id="site-pages" class="sidebar" aria-label="Pages">
      {navigationOf(all).map(({ part, groups }) => (
        <details open={part === page.part}>
          <summary>{part}</summary>
          {groups.map(({ name, pages }) => (
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
          ))}
        </details>
      ))}
    </nav>
  );
}

function OnThisPage({ page }: { page: Page }) {
  const sections = page.part === undefined ? [] : titlesOf(page);
  if (sections.length < 2) return null;
  return (
    <nav class="on-this-page" aria-label="On this page">
      <p class="group">On this page</p>
      <ul>
        {sections.map(({ id, title }) => (
          <li>
            <a href={`#${id}`}>
              <BreakableText text={title} at={WORD_END} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
