import { raw } from "hono/html";
import { readmeBlocks } from "../scripts/readme-blocks.js";
import { codeBlock } from "./highlight.js";
import { FIRST_PAGES } from "./layout.js";
import type { Page } from "./page.js";
import { navigationOf } from "./page.js";

/** The first page: what this is, how to start, and where each operation is. */
export function landingPage(pages: readonly Page[]): Page {
  const title = "A typed client for a hosted file and folder store";
  return {
    path: "index.html",
    title,
    description: "Types, methods, sandbox and contract tests, all made from one OpenAPI contract.",
    html: String(<Landing title={title} pages={pages} />),
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
            typed method. Types, methods, sandbox and contract tests are made from one OpenAPI contract. Tokens refresh
            themselves, lists page themselves, and nothing is repeated that may have been done.
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
          <p class="below-code">No account is needed: the sandbox keeps its state on your machine.</p>
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
        What happens is written down, case by case, and each case is a test:{" "}
        <a href={FIRST_PAGES.Reliability}>processes that die while they refresh</a>,{" "}
        <a href="reliability/networks.html">networks that break</a>,{" "}
        <a href="reliability/retries.html">what is sent again</a> and{" "}
        <a href="reliability/security.html">who could do harm</a>. For every option and every type there is the{" "}
        <a href={FIRST_PAGES.Package}>reference of the package</a>; <a href={FIRST_PAGES.Project}>changes</a> and{" "}
        <a href="project/assumptions.html">what the contract assumes</a> have pages of their own.
      </p>
    </>
  );
}

/** The program that the first guide begins with, and that is run with it. */
function firstProgram(): string {
  const [first] = readmeBlocks("docs/guides/start.md");
  if (first === undefined) throw new Error("docs/guides/start.md has no program");
  return first.code.trimEnd();
}

function count(groups: readonly { pages: readonly Page[] }[]): number {
  return groups.reduce((sum, { pages }) => sum + pages.length, 0);
}
