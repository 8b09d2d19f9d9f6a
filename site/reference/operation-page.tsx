import type { Contract, Operation } from "content-service-contract-tests";
import { arrayAt, objectAt, stringAt } from "content-service-contract-tests/contract";
import { Code, InlineText, MarkdownText, RequestLine } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { type Sample, samplesOf } from "../samples/samples-of.js";
import { AssumedMark } from "./contract-text.js";
import { OperationParameters, RequestBody } from "./operation-input.js";
import { OperationErrors, OperationResponses } from "./operation-responses.js";
import { tagId, tagOf } from "./operations-by-tag.js";
import { TryItForm } from "./try-it-form.js";

/** The page of an operation: its description, samples, a form, parameters, responses and errors. */
export function operationPage(contract: Contract, operation: Operation): Page {
  const { id, path, pointer } = operation;
  const node = contract.schemaAt(pointer);
  const summary = stringAt(node, "summary") ?? id;
  return {
    path: `operations/${id}.html`,
    title: `${summary} (${id})`,
    description: `${operation.method.toUpperCase()} ${path}: ${firstSentence(stringAt(node, "description") ?? "")}`,
    part: "Operations",
    group: tagOf(contract, operation),
    label: summary,
    html: String(<OperationBody contract={contract} operation={operation} />),
  };
}

function OperationBody({ contract, operation }: { contract: Contract; operation: Operation }) {
  const { id, method, path, pointer } = operation;
  const node = contract.schemaAt(pointer);
  return (
    <>
      <h1>{stringAt(node, "summary")}</h1>
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
      <MarkdownText text={stringAt(node, "description") ?? ""} />
      <h2 id="code">Code</h2>
      <p>
        Whole programs and commands for the <a href="../guides/sandbox.html">sandbox</a>, each of them tested.
      </p>
      <Samples samples={samplesOf(id)} />
      <h2 id="try-it">Try it</h2>
      <TryItForm operationId={id} />
      <OperationParameters contract={contract} operation={operation} />
      <RequestBody contract={contract} operation={operation} />
      <OperationResponses contract={contract} operation={operation} />
      <OperationErrors contract={contract} operation={operation} />
    </>
  );
}

function factsOf(contract: Contract, operation: Operation): string[] {
  const paging = objectAt(contract.schemaAt(operation.pointer), "x-paging");
  const schemes = arrayAt(paging, "schemes").filter((scheme) => typeof scheme === "string");
  return [
    `[${tagOf(contract, operation)}](index.html#${tagId(tagOf(contract, operation))})`,
    ...(operation.isSafe ? ["safe"] : []),
    ...(schemes.length > 0 ? [`pagination by ${schemes.join(" or by ")}`] : []),
    ...(operation.secured ? [] : ["without an access token"]),
  ];
}

/** The samples of an operation. The first one is open. */
function Samples({ samples }: { samples: readonly Sample[] }) {
  if (samples.length === 1) return samples.map((sample) => <SamplePair sample={sample} />);
  return samples.map((sample, index) => (
    <details class="code-example" open={index === 0}>
      <summary>
        <h3 id={`code-${sample.name}`}>
          <InlineText text={sample.summary.replace(/\.$/, "")} />
        </h3>
      </summary>
      <SamplePair sample={sample} />
    </details>
  ));
}

function SamplePair({ sample: { typescript, curl } }: { sample: Sample }) {
  return (
    <div class="samples">
      <SampleSection language="TypeScript" code={typescript} highlight="ts" />
      <SampleSection language="curl" code={curl} highlight="sh" />
    </div>
  );
}

function SampleSection(props: { language: string; code: string; highlight: "ts" | "sh" }) {
  return (
    <section class="sample" data-language={props.language}>
      <h4>{props.language}</h4>
      <Code text={props.code} language={props.highlight} />
    </section>
  );
}

function firstSentence(text: string): string {
  return text.match(/^.*?\.(?= |$)/s)?.[0] ?? text;
}
