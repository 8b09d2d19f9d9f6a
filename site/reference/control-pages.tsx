import { readFileSync } from "node:fs";
import { loadContract, objectAt, stringAt } from "content-service-contract";
import { parse } from "yaml";
import { MarkdownText, RequestLine } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { OperationParameters, RequestBody } from "./operation-input.js";
import { OperationResponses } from "./operation-responses.js";
import { TagTables, tagOf } from "./operations-by-tag.js";
import { schemasPage } from "./schemas-page.js";

/** The pages of the control API of the sandbox: an overview, each operation, and the schemas. */
export function controlPages(): Page[] {
  const file = new URL("../../sandbox/openapi/sandbox.yaml", import.meta.url);
  const contract = loadContract(parse(readFileSync(file, "utf8")));
  const title = "Control API of the sandbox";
  const overview = (
    <>
      <h1>{title}</h1>
      <MarkdownText text={stringAt(objectAt(contract.document, "info"), "description") ?? ""} />
      <p>
        Programs in JavaScript call the same operations as <a href="../package/sandbox.html">methods of the sandbox</a>.
        The <a href="schemas.html">schemas</a> have all properties.
      </p>
      <TagTables contract={contract} />
    </>
  );
  const operations = contract.operations.map((operation): Omit<Page, "part"> => {
    const { id, method, path, summary, description } = operation;
    const body = (
      <>
        <h1>{summary}</h1>
        <p class="request-line">
          <RequestLine method={method} path={path} />
        </p>
        <MarkdownText text={description} />
        <OperationParameters contract={contract} operation={operation} />
        <RequestBody contract={contract} operation={operation} />
        <OperationResponses contract={contract} operation={operation} />
      </>
    );
    return {
      path: `sandbox/${id}.html`,
      title: `${summary} (sandbox)`,
      label: summary,
      description: `${method.toUpperCase()} ${path}`,
      group: tagOf(contract, operation),
      html: String(body),
    };
  });
  const description = "HTTP requests that control a sandbox: its time, faults, tokens, state and recorded requests.";
  return [
    { path: "sandbox/index.html", title, label: "Control API", description, html: String(overview) },
    ...operations,
    {
      ...schemasPage(contract, "The control API has no other properties: it rejects unknown ones."),
      path: "sandbox/schemas.html",
      title: "Schemas of the control API",
      description: "Every object of the control API, with its properties.",
    },
  ].map((page) => ({ ...page, part: "Sandbox" }));
}
