import { readFileSync } from "node:fs";
import { join } from "node:path";
import { raw } from "hono/html";
import sizeLimits from "../.size-limit.json" with { type: "json" };
import { readmeBlocks } from "../scripts/readme-blocks.js";
import { root } from "../support/repository.js";
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
    description: "For TypeScript programs that work with files, metadata, sharing, tasks and users of the service.",
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
            content-service-client is a TypeScript library for programs that work with the files, folders, metadata and
            users of a hosted store. Each of the {count(groups)} operations is a typed method that refreshes tokens,
            retries safely and throws typed errors. A sandbox on your machine lets you develop and test without an
            account.
          </p>
          <p class="actions">
            <a class="button" href={FIRST_PAGES.Guides}>
              Start in five minutes
            </a>
            <a class="button quiet" href={FIRST_PAGES.Sandbox}>
              Run the sandbox
            </a>
            <a class="button quiet" href="guides/contract-tests-in-ci.html">
              Test any API
            </a>
          </p>
        </div>
        <div>
          {raw(codeBlock("npm i content-service-client\nnpm i -D content-service-sandbox\nnpx content-sandbox", "sh"))}
          {raw(codeBlock(firstProgram(), "ts"))}
          <p class="below-code run">
            <button type="button" class="button quiet">
              Run it in this page
            </button>{" "}
            <output>
              It prints <code>{"Contract Owner <owner@example.com>"}</code>.
            </output>
          </p>
        </div>
      </div>

      <div class="cards claims figures">
        {figures().map(({ figure, text, href, source }) => (
          <p class="card">
            <strong>{figure}</strong> {text} <a href={href}>{source}</a>
          </p>
        ))}
      </div>

      <h2 id="differences">What sets it apart</h2>
      <div class="cards claims">
        {CLAIMS.map(({ claim, text, proof, href }) => (
          <section class="card">
            <h3>{claim}</h3>
            <p>{text}</p>
            <p>
              Proof: <a href={href}>{proof}</a>
            </p>
          </section>
        ))}
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
    </>
  );
}

/** What sets the client and its tools apart, each with the page that proves it. */
const CLAIMS = [
  {
    claim: "No write is applied twice",
    text: "The client retries a request only if a retry cannot repeat a change. An error says whether a write may have been applied.",
    proof: "the tested rules for each failure",
    href: "reliability/retries.html",
  },
  {
    claim: "Tokens survive crashes",
    text: "New tokens are saved before they are used. One refresh serves all concurrent calls, processes and machines.",
    proof: "each moment of a crash, with its test",
    href: "reliability/crashes.html",
  },
  {
    claim: "Every network failure is a typed error",
    text: "Truncated, endless, slow and malformed responses end before a deadline, with limited memory.",
    proof: "the table of tested network failures",
    href: "reliability/networks.html",
  },
  {
    claim: "A sandbox that keeps its state",
    text: "It runs locally, in tests and on these pages. It has permissions, a clock that you advance and faults that you inject.",
    proof: "what it does, with tested examples",
    href: "guides/sandbox.html",
  },
  {
    claim: "Contract tests that find defects",
    text: "One command checks a service, a recording or live traffic against the OpenAPI contract.",
    proof: "the results beside other tools",
    href: "reliability/proof.html",
  },
  {
    claim: "Small, and fast on Node",
    text: `At most ${sizeLimits[0]?.limit} for a client of one operation. The Node transport halves the processor time of a small request.`,
    proof: "the benchmark with other clients",
    href: "reliability/performance.html",
  },
] as const;

/** What is won, beside what others need. The experiments write these tables. */
function figures(): { figure: string; text: string; href: string; source: string }[] {
  const proof = tableOf("docs/proof.md");
  const [, total = ""] = /of (\d+) defects/.exec(proof.text) ?? [];
  const found = proof.rows.map(([name = "", count = ""]) => ({ name, count }));
  const [kit, ...tools] = found;
  const cost = new Map(tableOf("docs/performance.md").rows.map(([name = "", cpu = ""]) => [name, cpu]));
  return [
    {
      figure: `${kit?.count} of ${total} defects`,
      text: `planted in a service are found by the contract tests; ${tools.map(({ name, count }) => `${count} by ${name}`).join(", ")}.`,
      href: "reliability/proof.html",
      source: "The results",
    },
    {
      figure: `${cost.get("client, Node transport, all limits")} of CPU`,
      text: `for a small GET with the Node transport, retries and limits; ${cost.get("fetch")} for fetch without them, ${cost.get("ky")} for ky.`,
      href: "reliability/performance.html",
      source: "The measurements",
    },
    {
      figure: `${sizeLimits[0]?.limit}`,
      text: "at most, for a client of one operation in a web page. A build that needs more fails.",
      href: "guides/install.html#bundle-size",
      source: "The sizes",
    },
  ];
}

/** The rows of the first table of figures in a Markdown file, without its head. */
function tableOf(file: string): { text: string; rows: string[][] } {
  const [, text = ""] = /<!-- figures: .*?-->(.*?)<!-- end/s.exec(readFileSync(join(root, file), "utf8")) ?? [];
  const lines = text.split("\n").filter((line) => /^\|(?! ---)/.test(line));
  const rows = lines.slice(1).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
  if (rows.length === 0) throw new Error(`${file} has no table of figures`);
  return { text, rows };
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
