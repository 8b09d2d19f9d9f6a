import { STATUS_CODES } from "node:http";
import type { Contract, DocumentedHeader, DocumentedResponse, Operation } from "content-service-contract-tests";
import { objectAt, stringAt } from "content-service-contract-tests/contract";
import { AssumedMark } from "./assumed-mark.js";
import { JsonCode } from "./code.js";
import { Bounds, Examples } from "./described-row.js";
import { summaryOf } from "./error-codes.js";
import { InlineText } from "./markdown-text.js";
import { boundsOf, SchemaType } from "./schema-type.js";
import { schemaView } from "./schema-view.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Every status with which an operation can answer, with its headers, its schema and its examples. */
export function OperationAnswers({ contract, operation }: Props) {
  return (
    <>
      <h2 id="answers">Answers</h2>
      {operation.responses.map((response) => (
        <Answer contract={contract} response={response} />
      ))}
    </>
  );
}

function Answer({ contract, response }: { contract: Contract; response: DocumentedResponse }) {
  const { status, headers, content, pointer } = response;
  const node = contract.schemaAt(pointer);
  return (
    <section class="answer" data-status={status}>
      <h3 id={`status-${status}`}>{status === "default" ? "Any other status" : `${status} ${STATUS_CODES[status]}`}</h3>
      <p>
        <InlineText text={stringAt(node, "description") ?? ""} /> <AssumedMark node={node} />
      </p>
      {content.map(({ type, schema }) => (
        <p class="media">
          <code>{type}</code>:{" "}
          {schema === undefined ? "anything" : <SchemaType contract={contract} schema={schemaView(contract, schema)} />}
        </p>
      ))}
      {headers.length > 0 && (
        <dl class="headers">
          {headers.map((header) => (
            <Header contract={contract} header={header} name={nameOf(node, header)} />
          ))}
        </dl>
      )}
      {content.flatMap(({ examples }) =>
        examples.map((example) => (
          <details class="example">
            <summary>
              <code>{example.name}</code> <InlineText text={summaryOf(contract, example)} />{" "}
            </summary>
            <AssumedMark node={contract.schemaAt(example.pointer.replace(/\/value$/, ""))} />
            <JsonCode value={example.value} />
          </details>
        )),
      )}
    </section>
  );
}

function Header({ contract, header, name }: { contract: Contract; header: DocumentedHeader; name: string }) {
  const schema = schemaView(contract, header.schema);
  const node = contract.schemaAt(header.pointer);
  return (
    <>
      <dt>
        Header <code>{name}</code>
        {header.required && <span class="required">always there</span>}
      </dt>
      <dd>
        <InlineText text={stringAt(node, "description") ?? ""} /> <AssumedMark node={node} />
        <Bounds bounds={boundsOf(contract, schema)} />
        <Examples values={header.example === undefined ? [] : [header.example]} />
      </dd>
    </>
  );
}

/** The name as the contract writes it; the index has it in lower case. */
function nameOf(response: ReturnType<Contract["schemaAt"]>, { name }: DocumentedHeader): string {
  return Object.keys(objectAt(response, "headers")).find((one) => one.toLowerCase() === name) ?? name;
}
