import { raw } from "hono/html";
import { readmeBlocks } from "../scripts/readme-blocks.js";
import { FIRST_PAGES } from "./layout.js";
import { codeBlock } from "./page/highlight.js";
import type { Page } from "./page/page.js";
import { navigationOf } from "./page/page.js";

/** The landing page: a first program, the operations and the guides. */
export function landingPage(pages: readonly Page[]): Page {
  const title = "A typed client for a hosted file and folder store";
  return {
    path: "index.html",
    title,
    description: "Types, methods, sandbox and contract tests, all from one OpenAPI contract.",
    html: String(<Landing title={title} pages={pages} />),
  };
}

/** The page for addresses that do not exist. */
export function missingPage(): Page {
  return {
    path: "404.html",
    title: "Page not found",
    description: "The address has no page.",
    html: String(
      <>
        <h1>Page not found</h1>
        <p>This address has no page. Search for the page, or start with one of these:</p>
        <p class="actions">
          <button type="button" class="search-button button" data-query="address">
            Search
          </button>
          {Object.entries({ Home: "index.html", ...FIRST_PAGES }).map(([name, path]) => (
            <a class="button quiet" href={path}>
              {name}
            </a>
          ))}
        </p>
      </>,
    ),
  };
}

function Landing({ title, pages }: { title: string; pages: readonly Page[] }) {
  const [operations] = navigationOf(pages).filter(({ part }) => part === "Operations");
  const groups = operations?.groups.filter(({ name }) => name !== "") ?? [];
  const guides = pages.filter(({ part }) => part === "Guides");
  return (
    <>
      <div class="hero">
        <div>
          <h1>{title}</h1>
          <p class="lead">
            Files, metadata, sharing, tasks, legal holds, users and queries: {count(groups)} operations, each one a
            typed method. Types, methods, sandbox and contract tests are generated from one OpenAPI contract. The client
            refreshes tokens, paginates lists, and retries only what is safe to retry.
          </p>
          <p class="actions">
            <a class="button" href={FIRST_PAGES.Guides}>
              Start in five minutes
            </a>
            <a class="button quiet" href="#operations">
              Find your operation
            </a>
            <button type="button" class="search-button button quiet">
              Search
            </button>
          </p>
        </div>
        <div>
          {raw(
            codeBlock(
              "npm i content-service-client\nnpm i -D content-service-contract-tests\nnpx content-sandbox",
              "sh",
            ),
          )}
          {raw(codeBlock(firstProgram(), "ts"))}
          <p class="below-code">No account is required: the sandbox runs on your machine.</p>
        </div>
      </div>

      <h2 id="operations">Operations</h2>
      <div class="operation-list">
        {groups.map(({ name, pages: members }) => (
          <section>
            <h3>{name}</h3>
            <ul>
              {members.map(({ path, label }) => (
                <li>
                  <a href={path}>{label}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>

      <h2 id="guides">Guides</h2>
      <div class="cards">
        {guides.map(({ path, title: name, description }) => (
          <a class="card" href={path}>
            <strong>{name}</strong>
            <span>{description}</span>
          </a>
        ))}
      </div>

      <h2 id="when-it-breaks">When something breaks</h2>
      <p>
        These pages describe each failure, and a test proves each case:{" "}
        <a href={FIRST_PAGES.Reliability}>crashes during a refresh</a>,{" "}
        <a href="reliability/networks.html">broken networks</a>, <a href="reliability/retries.html">retries</a> and{" "}
        <a href="reliability/security.html">security</a>. See also the{" "}
        <a href={FIRST_PAGES.Package}>reference of the packages</a>, the <a href={FIRST_PAGES.Project}>changelog</a> and
        the <a href="project/assumptions.html">assumptions of the contract</a>.
      </p>
    </>
  );
}

/** The first program of the first guide, which a test runs. */
function firstProgram(): string {
  const [first] = readmeBlocks("docs/guides/start.md");
  if (first === undefined) throw new Error("docs/guides/start.md has no program");
  return first.code.trimEnd();
}

function count(groups: readonly { pages: readonly Page[] }[]): number {
  return groups.reduce((sum, { pages }) => sum + pages.length, 0);
}
