import { STATUS_CODES } from "node:http";
import { type Contract, type DocumentedResponse, objectAt } from "content-service-contract";
import { InlineText, MarkdownText, NameCode, ScrollingTable } from "../page/elements.js";
import { Description, ExampleDetails } from "./contract-text.js";
import { errorCodeText, errorsOf, retriesText } from "./errors.js";
import type { OperationProps } from "./operation-input.js";
import { Examples, Limits } from "./property-table.js";
import { limitsOf, SchemaType, schemaView } from "./schema-view.js";

export function OperationResponses({ contract, operation }: OperationProps) {
  return (
    <>
      <h2 id="responses">Responses</h2>
      {operation.responses.map((response) => (
        <ResponseSection contract={contract} response={response} />
      ))}
    </>
  );
}

function ResponseSection({ contract, response }: { contract: Contract; response: DocumentedResponse }) {
  const { status, headers, content } = response;
  const node = contract.schemaAt(response.pointer);
  // The model has the names in lower case.
  const names = new Map(Object.keys(objectAt(node, "headers")).map((name) => [name.toLowerCase(), name]));
  return (
    <section class="response" data-status={status}>
      <h3 id={`status-${status}`}>{status === "default" ? "Any other status" : `${status} ${STATUS_CODES[status]}`}</h3>
      <p>
        <Description node={node} />
      </p>
      {content.map(({ type, schema }) => (
        <p class="media">
          <code>{type}</code>:{" "}
          {schema === undefined ? "any body" : <SchemaType schema={schemaView(contract, schema)} />}
        </p>
      ))}
      {headers.length > 0 && (
        <dl class="headers">
          {headers.map(({ name, required, example, schema, pointer }) => (
            <>
              <dt>
                Header <code>{names.get(name) ?? name}</code>
                {required && <span class="required">required</span>}
              </dt>
              <dd>
                <Description node={contract.schemaAt(pointer)} />
                <Limits limits={limitsOf(schemaView(contract, schema))} />
                <Examples values={example === undefined ? [] : [example]} />
              </dd>
            </>
          ))}
        </dl>
      )}
      {content.flatMap(({ examples }) =>
        examples.map((example) => <ExampleDetails contract={contract} example={example} />),
      )}
    </section>
  );
}

export function OperationErrors({ contract, operation }: OperationProps) {
  return (
    <>
      <h2 id="errors">Errors</h2>
      <MarkdownText text={retriesText(operation)} />
      <ScrollingTable label="Errors" className="errors" columns={["Status", "Code", "When", "What to do"]}>
        {errorsOf(contract, operation).map(({ status, code, when }) => (
          <tr>
            <td>{status}</td>
            <th scope="row">
              <a href={`errors.html#${code}`}>
                <NameCode text={code} />
              </a>
            </th>
            <td>
              {when.map((sentence) => (
                <MarkdownText text={sentence} />
              ))}
            </td>
            <td>
              <InlineText text={errorCodeText(contract, code).remedy} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}
