import { readFileSync } from "node:fs";
import { type CallInput, callInput, loadContract, objectAt, stringAt } from "content-service-contract";
import { parse } from "yaml";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { Code, MarkdownText, RequestLine } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { SANDBOX } from "../samples/sandbox.js";
import { TagTables, tagOf } from "./contract-text.js";
import { OperationParameters, RequestBody } from "./operation-input.js";
import { OperationResponses } from "./operation-responses.js";
import { schemasPage } from "./schemas-page.js";

/** Calls with records of the default seed, where the document gives no values. */
const CALLS: Readonly<Record<string, CallInput>> = {
  advanceClock: { body: { ms: 3_600_000 } },
  addFault: { body: { kind: "status", status: 503, times: 2 } },
  removeFault: { path: { fault_id: "1" } },
  issueTokens: { body: { user_id: "1003" } },
  revokeToken: { body: { token: "token-member" } },
  trashFolder: { path: { folder_id: "3002" } },
  assignTask: { path: { task_id: "9101" }, body: { user_id: "1005" } },
  finishTaskAssignment: { path: { task_assignment_id: "9201" }, body: { resolution_state: "approved" } },
  confirmEmailAlias: { path: { email_alias_id: "9401" } },
  acceptCollaboration: { path: { collaboration_id: "9004" } },
  rejectCollaboration: { path: { collaboration_id: "9004" } },
};

/** The pages of the control API of the sandbox: an overview, each operation, and the schemas. */
export function controlPages(): Page[] {
  const file = new URL("../../sandbox/openapi/sandbox.yaml", import.meta.url);
  const contract = loadContract(parse(readFileSync(file, "utf8")));
  const title = "Control API of the sandbox";
  const overview = (
    <>
      <h1>{title}</h1>
      <p>Control a sandbox from a test in any language: its time, faults, tokens, state and recorded requests.</p>
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
    const input = { ...callInput(operation, { optional: false }), ...CALLS[id] };
    const target = { ...SANDBOX, baseUrl: SANDBOX.authUrl };
    const body = (
      <>
        <h1>{summary}</h1>
        <p class="request-line">
          <RequestLine method={method} path={path} />
        </p>
        <MarkdownText text={description} />
        <h2 id="try-it">Request</h2>
        <Code text={curlCommand(sampleOperation(contract, operation), input, target)} language="sh" />
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
      ...schemasPage(contract, "Look up the properties of every object of the control API, which rejects others."),
      path: "sandbox/schemas.html",
      title: "Schemas of the control API",
      description: "Every object of the control API, with its properties.",
    },
  ].map((page) => ({ ...page, part: "Sandbox" }));
}
