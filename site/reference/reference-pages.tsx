import { type Contract, loadContract, objectAt, stringAt } from "content-service-contract";
import { InlineText, MarkdownText } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { sampleResponses } from "../samples/samples-of.js";
import { AssumedMark, TagTables } from "./contract-text.js";
import { errorsPage } from "./errors.js";
import { operationPage } from "./operation-page.js";
import { schemasPage } from "./schemas-page.js";

/** The pages of the contract: the operations by tag, then errors and schemas. */
export async function referencePages(): Promise<Page[]> {
  const contract = loadContract();
  const responses = await sampleResponses(contract);
  return [
    operationsIndex(contract),
    ...contract.operations.map((operation) => operationPage({ contract, operation, responses })),
    errorsPage(contract),
    schemasPage(contract),
  ];
}

function operationsIndex(contract: Contract): Page {
  const { document, operations } = contract;
  const [service, tokens] = ["base", "auth"].map(
    (server) => operations.find((one) => one.server === server)?.serverUrl,
  );
  const security = contract.schemaAt("/components/securitySchemes/accessToken");
  const body = (
    <>
      <h1>Operations</h1>
      <p>
        See what each operation does, with code, a form to try it and every error.{" "}
        {stringAt(objectAt(document, "info"), "summary")}
      </p>
      <ul class="facts">
        <li>
          Base address: <code>{service}</code>, or the address of your deployment.{" "}
          <AssumedMark node={contract.schemaAt("/servers/0")} />
        </li>
        <li>
          Token address, only for <a href="refreshAccessToken.html">refreshAccessToken</a>: <code>{tokens}</code>.
        </li>
        <li>
          <InlineText text={stringAt(security, "description") ?? ""} />
        </li>
      </ul>
      <p>
        See <a href="errors.html">Errors</a> for all error codes, and <a href="schemas.html">Schemas</a> for all
        objects.{" "}
        <a href="../openapi.json" download>
          Download the OpenAPI document
        </a>{" "}
        to import it into an API client.
      </p>
      <TagTables contract={contract} />
      <MarkdownText text={stringAt(objectAt(document, "info"), "description") ?? ""} />
    </>
  );
  return {
    path: "operations/index.html",
    title: "Operations",
    description: `All ${operations.length} operations, with code, a form to try them, and every error.`,
    part: "Operations",
    html: String(body),
  };
}
