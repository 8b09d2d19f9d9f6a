import { Code, InlineText, JsonCode, MarkdownText, RequestLine } from "../page/elements.js";
import type { Page } from "../page/page.js";
import type { SampleResponse } from "../samples/samples-of.js";
import { samplesOf } from "../samples/samples-of.js";
import { AssumedMark, tagId, tagOf } from "./contract-text.js";
import { OperationParameters, type OperationProps, RequestBody } from "./operation-input.js";
import { OperationErrors, OperationResponses } from "./operation-responses.js";
import { TryItForm } from "./try-it-form.js";

interface Props extends OperationProps {
  readonly responses: ReadonlyMap<string, SampleResponse>;
}

export function operationPage({ contract, operation, responses }: Props): Page {
  const { id, method, path, summary, description } = operation;
  return {
    path: `operations/${id}.html`,
    title: `${summary} (${id})`,
    description: `${method.toUpperCase()} ${path}: ${description.match(/^.*?\.(?= |$)/s)?.[0] ?? description}`,
    part: "Operations",
    group: tagOf(contract, operation),
    label: summary,
    html: String(
      <>
        <h1>{summary}</h1>
        <p class="request-line">
          <RequestLine method={method} path={path} /> <AssumedMark node={contract.schemaAt(operation.pointer)} />
        </p>
        <Facts contract={contract} operation={operation} />
        <MarkdownText text={description} />
        <h2 id="try-it">Request and response</h2>
        <div class="try">
          <TryItForm operationId={id} />
          <fieldset class="tabs">
            <legend class="said">Language</legend>
            {["TypeScript", "curl"].map((language, index) => (
              <label>
                <input type="radio" name="language" value={language} checked={index === 0} />
                {language}
              </label>
            ))}
          </fieldset>
          <Samples operationId={id} responses={responses} />
        </div>
        <OperationParameters contract={contract} operation={operation} />
        <RequestBody contract={contract} operation={operation} />
        <OperationResponses contract={contract} operation={operation} />
        <OperationErrors contract={contract} operation={operation} />
      </>,
    ),
  };
}

function Facts({ contract, operation }: OperationProps) {
  const { id, paging, isSafe, secured, access, server, pointer } = operation;
  const tag = tagOf(contract, operation);
  const roles = access.roles.map((all) => all.join(" with "));
  const facts = [
    `\`client.${id}\``,
    `[${tag}](index.html#${tagId(tag)})`,
    isSafe && "safe",
    paging !== undefined && `pagination by ${paging.schemes.join(" or by ")}`,
    !secured && "without an access token",
    roles.length > 0 && `only for the role ${roles.join(" or ")}`,
  ];
  return (
    <ul class="facts">
      {facts.map(
        (fact) =>
          fact !== false && (
            <li>
              <InlineText text={fact} />
            </li>
          ),
      )}
      {server === "auth" && (
        <li>
          at the token address <AssumedMark node={contract.schemaAt(`${pointer}/servers/0`)} />
        </li>
      )}
    </ul>
  );
}

/** The samples of an operation, each beside its response. With scripts, the form shows the selected one. */
function Samples({ operationId, responses }: Pick<Props, "responses"> & { operationId: string }) {
  const samples = samplesOf(operationId);
  return samples.map(({ name, summary, typescript, curl }, index) => {
    const response = responses.get(`${operationId} ${name}`);
    if (response === undefined) throw new Error(`Expected a response to ${operationId} ${name}`);
    return (
      <section class={index === 0 ? "pair selected" : "pair"}>
        {samples.length > 1 && (
          <h3 id={`code-${name}`}>
            <InlineText text={summary.replace(/\.$/, "")} />
          </h3>
        )}
        <div class="pair-columns">
          <div class="samples">
            <section class="sample" data-language="TypeScript">
              <h4>TypeScript</h4>
              <Code text={typescript} language="ts" />
            </section>
            <section class="sample" data-language="curl">
              <h4>curl</h4>
              <Code text={curl} language="sh" />
            </section>
          </div>
          <div class="responses">
            <section class="sample-response">
              <p class="status good">
                <strong>{response.status}</strong> response of a sandbox
              </p>
              {response.body !== undefined && <JsonCode value={response.body} />}
            </section>
          </div>
        </div>
      </section>
    );
  });
}
