import { readFileSync } from "node:fs";
import { join } from "node:path";
import sizeLimits from "../.size-limit.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { readmeBlocks } from "../scripts/readme-blocks.js";
import { root } from "../support/repository.js";
import { FIRST_PAGES } from "./layout.js";
import { Code, MarkdownText } from "./page/elements.js";
import type { Page } from "./page/page.js";

/** The landing page: a first program, first steps by role, figures, and what sets the client apart. */
export function landingPage(pages: readonly Page[]): Page {
  const title = "Call, fake and test a hosted file store";
  const operations = pages.filter(({ part, group }) => part === "Operations" && group !== undefined);
  return {
    path: "index.html",
    title,
    description: "For TypeScript programs that work with files, metadata, sharing, tasks and users of the service.",
    html: String(
      <>
        <div class="hero">
          <div>
            <h1>{title}</h1>
            <p class="lead">
              A typed TypeScript client for the <a href={FIRST_PAGES.Operations}>{operations.length} operations</a> of a
              file and folder service: it refreshes tokens, retries safely and throws typed errors. A sandbox that
              behaves like the service, so that you need no account. Contract tests for any API with an OpenAPI
              document.
            </p>
            <p class="actions">
              <a class="button" href={FIRST_PAGES.Guides}>
                Start in five minutes
              </a>
              <a class="button quiet" href="operations/updateFile.html#try-it">
                Send a request from your browser
              </a>
            </p>
            <p class="below-code">
              <a href={FIRST_PAGES.Project}>Version {manifest.version}</a> · {manifest.license} · one dependency · Node
              20.19 and later, Deno, Bun, workers, <a href="guides/install.html#runtimes">browsers</a>
            </p>
          </div>
          <div>
            <Code text={firstProgram()} language="ts" />
            <p class="below-code run">
              <button type="button">Run it in this page</button>{" "}
              <output>
                It prints <code>{"Contract Owner <owner@example.com>"}</code>.
              </output>
            </p>
          </div>
        </div>
        <h2 id="roles">Start here</h2>
        <div class="cards">
          {ROLES.map(({ role, command, text, path }) => (
            <a class="card" href={path}>
              <strong>{role}</strong>
              <code>{command}</code>
              <span>{text}</span>
            </a>
          ))}
        </div>
        <h2 id="figures">In figures</h2>
        <div class="cards claims">
          {figures().map(({ title: name, unit, values, proof }) => (
            <section class="card">
              <h3>{name}</h3>
              <dl class="bars">
                {values.map(([label, value]) => (
                  <>
                    <dt>{label}</dt>
                    <dd>
                      <meter value={value} max={Math.max(...values.map(([, one]) => one))} aria-label={label} />{" "}
                      {`${value.toLocaleString("en-US")}${unit && `\u00a0${unit}`}`}
                    </dd>
                  </>
                ))}
              </dl>
              <MarkdownText text={proof} />
            </section>
          ))}
        </div>
        <h2 id="pictures">What it looks like</h2>
        <div class="pictures">
          <Picture name="report" path="guides/contract-tests-in-ci.html" text="The report of the contract tests" />
          <Picture name="inspector" path="guides/inspector.html" text="The inspector of the sandbox" />
        </div>
        <h2 id="differences">What sets it apart</h2>
        <div class="cards claims">
          {Object.entries(CLAIMS).map(([claim, text]) => (
            <section class="card">
              <h3>{claim}</h3>
              <MarkdownText text={text} />
            </section>
          ))}
        </div>
        <h2 id="types">Types that follow the request</h2>
        <div class="hero">
          <p>
            The type of a response depends on the <code>fields</code> that you request, and an editor shows it in full.
            An unknown name is a compile-time error.
          </p>
          <div>
            <Code text={NARROWED.code} language="ts" />
            <p class="hover">
              <code>{NARROWED.hover}</code>
            </p>
          </div>
        </div>
      </>,
    ),
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
          <button type="button" class="search-button" data-query="address">
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

function Picture({ name, path, text }: { name: string; path: string; text: string }) {
  return (
    <figure>
      <picture>
        {SOURCES.map(([suffix, media]) => (
          <source srcset={`assets/${name}-${suffix}.webp`} media={media} />
        ))}
        <img src={`assets/${name}-light.webp`} alt={text} width="1440" height="885" loading="lazy" />
      </picture>
      <figcaption>
        <a href={path}>{text}</a>
      </figcaption>
    </figure>
  );
}

/** The pictures of `pictures.ts`. The first that matches shows. */
const SOURCES = [
  ["small-dark", "(max-width: 40rem) and (prefers-color-scheme: dark)"],
  ["small-light", "(max-width: 40rem)"],
  ["dark", "(prefers-color-scheme: dark)"],
] as const;

const ROLES = [
  {
    role: "You call the service",
    command: "npm i content-service-client",
    text: "Make a call, change a file, handle an error and read a whole list.",
    path: "guides/start.html",
  },
  {
    role: "You test a program that calls it",
    command: "npm i -D content-service-sandbox",
    text: "Run the service in your tests: with records, permissions, a clock and faults.",
    path: "guides/testing-with-the-sandbox.html",
  },
  {
    role: "You operate the service",
    command: "npm i -D content-service-contract-tests",
    text: "Check a service, a recording or live traffic, every night in CI.",
    path: "guides/contract-tests-in-ci.html",
  },
  {
    role: "You have an API of your own",
    command: "npm i -D content-service-contract-tests",
    text: "Check it from its OpenAPI document, without a line of test code, or generate a client.",
    path: "guides/your-own-api.html",
  },
];

/** What an editor shows for a narrowed response. A test compares it with the type checker. */
export const NARROWED = {
  code: 'const narrow = await client.getCurrentUser({\n  query: { fields: ["login"] },\n});',
  hover: 'const narrow: { type: "user"; id: string; name: string; login: string; }',
};

/** What sets the client and its tools apart in Markdown, each with the page that proves it. */
const CLAIMS = {
  "No write is applied twice":
    "The client retries a request only if a retry cannot repeat a change. An error says whether a write may have been applied. Proof: [the tested rules for each failure](reliability/retries.html)",
  "Tokens survive crashes":
    "New tokens are saved before they are used. One refresh serves all concurrent calls, processes and machines. Proof: [each moment of a crash, with its test](reliability/crashes.html)",
  "Every network failure is a typed error":
    "Truncated, endless, slow and malformed responses end before a deadline, with limited memory. Proof: [the table of tested network failures](reliability/networks.html)",
  "A sandbox that keeps its state":
    "It runs locally, in tests and on these pages. It has permissions, a clock that you advance and faults that you inject. Proof: [what it does, with tested examples](guides/sandbox.html)",
  "Contract tests that find defects":
    "One command checks a service, a recording or live traffic against the OpenAPI contract. Proof: [the results beside another tool](reliability/proof.html)",
  "Small, and fast on Node": `At most ${sizeLimits[0]?.limit} for a client of one operation. On Node 24, the Node transport halves the CPU time of a small request. Proof: [the benchmark with other clients](reliability/performance.html)`,
};

/** The rows of the measurements, by their labels. */
const MEASURED = {
  "client, Node transport": "client, Node transport, all limits",
  "client, on fetch": "client",
  fetch: "fetch",
  ky: "ky",
};

/** What is won, beside what others need, and the page with the whole table. The experiments write these tables. */
function figures() {
  const defects = tableOf("docs/proof.md", "");
  const [, total = ""] = /of (\d+) defects/.exec(defects.text) ?? [];
  const found = defects.rows.map(([name = "", count = ""]) => [name, Number(count)] as const);
  const measured = (figure: string, column: number) => {
    // The last table is that of the newest Node.
    const rows = new Map(tableOf("docs/performance.md", figure).rows.map((row) => [row[0], row[column]]));
    return Object.entries(MEASURED).map(([label, row]) => [label, Number.parseFloat(rows.get(row) ?? "")] as const);
  };
  const { text } = tableOf("docs/performance.md", "get-1");
  const node = [...text.matchAll(/^Node v(\d+)/gm)].at(-1)?.[1];
  const link = "[The measurements](reliability/performance.html)";
  return [
    {
      title: `Defects found, of ${total} planted ones`,
      unit: "",
      values: found,
      proof: "[The results](reliability/proof.html)",
    },
    {
      title: "Calls per second, 50 at once",
      unit: "",
      values: measured("get-50", 4),
      proof: `Node ${node}, longer is better. \`fetch\` has no timeouts, retries and limits. ${link}`,
    },
    {
      title: "CPU time of a small GET",
      unit: "µs",
      values: measured("get-1", 1),
      proof: `Node ${node}, shorter is better. On \`fetch\`, timeouts, retries and limits cost about as much as those of \`ky\`. ${link}`,
    },
  ];
}

/** The rows of a table of figures in a Markdown file, by default the first one, without its head. */
function tableOf(file: string, figure: string): { text: string; rows: string[][] } {
  const table = new RegExp(`<!-- figures: ${figure}.*?-->(.*?)<!-- end`, "s");
  const [, text = ""] = table.exec(readFileSync(join(root, file), "utf8")) ?? [];
  const lines = text.split("\n").filter((line) => /^\|(?! ---)/.test(line));
  const cellsOf = (line: string) => line.split("|").slice(1, -1);
  const rows = lines.slice(1).map((line) => cellsOf(line).map((cell) => cell.replaceAll("`", "").trim()));
  if (rows.length === 0) throw new Error(`${file} has no table of figures ${figure}`);
  return { text, rows };
}

/** The first program of the first guide, which a test runs. */
function firstProgram(): string {
  const [first] = readmeBlocks("docs/guides/start.md");
  if (first === undefined) throw new Error("docs/guides/start.md has no program");
  return first.code;
}
