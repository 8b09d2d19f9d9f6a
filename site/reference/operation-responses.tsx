import { STATUS_CODES } from "node:http";
import {
  type Contract,
  type DocumentedHeader,
  type DocumentedResponse,
  type Operation,
  objectAt,
} from "content-service-contract";
import { BreakableText, InlineText, ScrollingTable } from "../page/elements.js";
import { Description, ExampleDetails } from "./contract-text.js";
import { type ErrorCodeText, errorCodeTexts, errorsOf, retriesText } from "./error-codes.js";
import { Examples, Limits } from "./property-table.js";
import { limitsOf, SchemaType, schemaView } from "./schema-view.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Every response of an operation, with its headers, schema and examples. */
export function OperationResponses({ contract, operation }: Props) {
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
  const { status, headers, content, pointer } = response;
  const node = contract.schemaAt(pointer);
  return (
    <section class="response" data-status={status}>
      <h3 id={`status-${status}`}>{status === "default" ? "Any other status" : `${status} ${STATUS_CODES[status]}`}</h3>
      <p>
        <Description node={node} />
      </p>
      {content.map(({ type, schema }) => (
        <p class="media">
          <code>{type}</code>:{" "}
          {schema === undefined ? "any body" : <SchemaType contract={contract} schema={schemaView(contract, schema)} />}
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
        examples.map((example) => <ExampleDetails contract={contract} example={example} />),
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
        {header.required && <span class="required">required</span>}
      </dt>
      <dd>
        <Description node={node} />
        <Limits limits={limitsOf(contract, schema)} />
        <Examples values={header.example === undefined ? [] : [header.example]} />
      </dd>
    </>
  );
}

/** The name as in the contract. `DocumentedHeader` has it in lower case. */
function nameOf(response: ReturnType<Contract["schemaAt"]>, { name }: DocumentedHeader): string {
  return Object.keys(objectAt(response, "headers")).find((one) => one.toLowerCase() === name) ?? name;
}

/** The error codes of an operation: when each occurs, and what to do. */
export function OperationErrors({ contract, operation }: Props) {
  const texts = errorCodeTexts(contract);
  return (
    <>
      <h2 id="errors">Errors</h2>
      <p>
        <InlineText text={retriesText(operation)} />
      </p>
      <ScrollingTable label="Errors" className="errors" columns={["Status", "Code", "When", "What to do"]}>
        {errorsOf(contract, operation).map(({ status, code, when }) => (
          <tr>
            <td>{status}</td>
            <th scope="row">
              <a href={`errors.html#${code}`}>
                <code>
                  <BreakableText text={code} at={/(?<=_)/} />
                </code>
              </a>
            </th>
            <td>
              <When sentences={when} />
            </td>
            <td>
              <InlineText text={textOf(texts, code).remedy} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}

/** The text of a code in the contract's `x-codes`. */
function textOf(texts: ReadonlyMap<string, ErrorCodeText>, code: string): ErrorCodeText {
  const text = texts.get(code);
  if (text === undefined) throw new Error(`Add a text for ${code} to x-codes in openapi/`);
  return text;
}

function When({ sentences }: { sentences: readonly string[] }) {
  const [only = "", ...others] = sentences;
  if (others.length === 0) return <InlineText text={only} />;
  return (
    <ul>
      {sentences.map((sentence) => (
        <li>
          <InlineText text={sentence} />
        </li>
      ))}
    </ul>
  );
}
