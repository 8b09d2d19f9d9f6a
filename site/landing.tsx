import { readFileSync } from "node:fs";
import { join } from "node:path";
import sizeLimits from "../.size-limit.json" with { type: "json" };
import { readmeBlocks } from "../scripts/readme-blocks.js";
import { root } from "../support/repository.js";
import { FIRST_PAGES } from "./layout.js";
import { Code, InlineText } from "./page/elements.js";
import type { Page } from "./page/page.js";

/** The landing page: a first program, what sets the client apart, and the guides. */
export function landingPage(pages: readonly Page[]): Page {
  const title = "A typed client for a hosted file and folder store";
  const operations = pages.filter(({ part, group }) => part === "Operations" && group !== undefined);
  const guides = pages.filter(({ part }) => part === "Guides");
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
              content-service-client is a TypeScript library for programs that work with the files, folders, metadata
              and users of a hosted store. Each of the{" "}
              <a href={FIRST_PAGES.Operations}>{operations.length} operations</a> is a typed method that refreshes
              tokens, retries safely and throws typed errors. A sandbox on your machine lets you develop and test
              without an account.
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
            <Code
              text={"npm i content-service-client\nnpm i -D content-service-sandbox\nnpx content-sandbox"}
              language="sh"
            />
            <Code text={firstProgram()} language="ts" />
            <p class="below-code run">
              <button type="button">Run it in this page</button>{" "}
              <output>
                It prints <code>{"Contract Owner <owner@example.com>"}</code>.
              </output>
            </p>
          </div>
        </div>
        <div class="cards claims figures">
          {figures().map((text) => (
            <p class="card">
              <InlineText text={text} />
            </p>
          ))}
        </div>
        <h2 id="differences">What sets it apart</h2>
        <div class="cards claims">
          {Object.entries(CLAIMS).map(([claim, text]) => (
            <section class="card">
              <h3>{claim}</h3>
              <p>
                <InlineText text={text} />
              </p>
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

const SIZE = sizeLimits[0]?.limit;

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
    "One command checks a service, a recording or live traffic against the OpenAPI contract. Proof: [the results beside other tools](reliability/proof.html)",
  "Small, and fast on Node": `At most ${SIZE} for a client of one operation. The Node transport halves the processor time of a small request. Proof: [the benchmark with other clients](reliability/performance.html)`,
};

/** What is won, beside what others need, in Markdown. The experiments write these tables. */
function figures(): string[] {
  const proof = tableOf("docs/proof.md");
  const [, total = ""] = /of (\d+) defects/.exec(proof.text) ?? [];
  const [kit, ...tools] = proof.rows;
  const cost = new Map(tableOf("docs/performance.md").rows.map(([name = "", cpu = ""]) => [name, cpu]));
  return [
    `**${kit?.[1]} of ${total} defects** planted in a service are found by the contract tests; ${tools.map(([name, count]) => `${count} by ${name}`).join(", ")}. [The results](reliability/proof.html)`,
    `**${cost.get("client, Node transport, all limits")} of CPU** for a small GET with the Node transport, retries and limits; ${cost.get("fetch")} for fetch without them, ${cost.get("ky")} for ky. [The measurements](reliability/performance.html)`,
    `**${SIZE}** at most, for a client of one operation in a web page. A build that needs more fails. [The sizes](guides/install.html#bundle-size)`,
  ];
}

/** The rows of the first table of figures in a Markdown file, without its head. */
function tableOf(file: string): { text: string; rows: string[][] } {
  const [, text = ""] = /<!-- figures: .*?-->(.*?)<!-- end/s.exec(readFileSync(join(root, file), "utf8")) ?? [];
  const lines = text.split("\n").filter((line) => /^\|(?! ---)/.test(line));
  const cellsOf = (line: string) => line.split("|").slice(1, -1);
  const rows = lines.slice(1).map((line) => cellsOf(line).map((cell) => cell.replaceAll("`", "").trim()));
  if (rows.length === 0) throw new Error(`${file} has no table of figures`);
  return { text, rows };
}

/** The first program of the first guide, which a test runs. */
function firstProgram(): string {
  const [first] = readmeBlocks("docs/guides/start.md");
  if (first === undefined) throw new Error("docs/guides/start.md has no program");
  return first.code;
}
