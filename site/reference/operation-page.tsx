import type { Contract, Operation } from "content-service-contract";
import { Code, InlineText, JsonCode, MarkdownText, RequestLine } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { samplesOf } from "../samples/samples-of.js";
import { AssumedMark } from "./contract-text.js";
import { OperationParameters, RequestBody } from "./operation-input.js";
import { OperationErrors, OperationResponses } from "./operation-responses.js";
import { tagId, tagOf } from "./operations-by-tag.js";
import type { SampleResponse } from "./sample-responses.js";
import { TryItForm } from "./try-it-form.js";

interface BodyProps {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The responses to the samples. */
  readonly responses: ReadonlyMap<string, SampleResponse>;
}

/** The page of an operation: its description, samples, a form, parameters, responses and errors. */
export function operationPage({ contract, operation, responses }: BodyProps): Page {
  const { id, method, path, summary, description } = operation;
  return {
    path: `operations/${id}.html`,
    title: `${summary} (${id})`,
    description: `${method.toUpperCase()} ${path}: ${firstSentence(description)}`,
    part: "Operations",
    group: tagOf(contract, operation),
    label: summary,
    html: String(<OperationBody {...{ contract, operation, responses }} />),
  };
}

function OperationBody({ contract, operation, responses }: BodyProps) {
  const { id, method, path, pointer, summary, description } = operation;
  const node = contract.schemaAt(pointer);
  return (
    <>
      <h1>{summary}</h1>
      <p class="request-line">
        <RequestLine method={method} path={path} /> <AssumedMark node={node} />
      </p>
      <ul class="facts">
        <li>
          <code>client.{id}</code>
        </li>
        {factsOf(contract, operation).map((fact) => (
          <li>
            <InlineText text={fact} />
          </li>
        ))}
        {operation.server === "auth" && (
          <li>
            at the token address <AssumedMark node={contract.schemaAt(`${pointer}/servers/0`)} />
          </li>
        )}
      </ul>
      <MarkdownText text={description} />
      <h2 id="try-it">Request and response</h2>
      <div class="try">
        <TryItForm operationId={id} />
        <Samples operationId={id} responses={responses} />
      </div>
      <OperationParameters contract={contract} operation={operation} />
      <RequestBody contract={contract} operation={operation} />
      <OperationResponses contract={contract} operation={operation} />
      <OperationErrors contract={contract} operation={operation} />
    </>
  );
}

function factsOf(contract: Contract, operation: Operation): string[] {
  const { paging } = operation;
  const roles = operation.access.roles.map((all) => all.join(" with "));
  return [
    `[${tagOf(contract, operation)}](index.html#${tagId(tagOf(contract, operation))})`,
    ...(operation.isSafe ? ["safe"] : []),
    ...(paging === undefined ? [] : [`pagination by ${paging.schemes.join(" or by ")}`]),
    ...(operation.secured ? [] : ["without an access token"]),
    ...(roles.length > 0 ? [`only for the role ${roles.join(" or ")}`] : []),
  ];
}

/** The samples of an operation, each beside its response. With scripts, the form shows the selected one. */
function Samples({ operationId, responses }: Pick<BodyProps, "responses"> & { operationId: string }) {
  const samples = samplesOf(operationId);
  return samples.map(({ name, summary, typescript, curl }, index) => (
    <section class={index === 0 ? "pair selected" : "pair"}>
      {samples.length > 1 && (
        <h3 id={`code-${name}`}>
          <InlineText text={summary.replace(/\.$/, "")} />
        </h3>
      )}
      <div class="pair-columns">
        <div class="samples">
          <SampleSection language="TypeScript" code={typescript} highlight="ts" />
          <SampleSection language="curl" code={curl} highlight="sh" />
        </div>
        <div class="responses">
          <ResponseSection response={responses.get(`${operationId} ${name}`)} />
        </div>
      </div>
    </section>
  ));
}

function SampleSection(props: { language: string; code: string; highlight: "ts" | "sh" }) {
  return (
    <section class="sample" data-language={props.language}>
      <h4>{props.language}</h4>
      <Code text={props.code} language={props.highlight} />
    </section>
  );
}

function ResponseSection({ response }: { response: SampleResponse | undefined }) {
  if (response === undefined) throw new Error("Expected a response to each sample");
  return (
    <section class="sample-response">
      <p class="status good">
        <strong>{response.status}</strong> response of a sandbox
      </p>
      {response.body !== undefined && <JsonCode value={response.body} />}
    </section>
  );
}

function firstSentence(text: string): string {
  return text.match(/^.*?\.(?= |$)/s)?.[0] ?? text;
}
