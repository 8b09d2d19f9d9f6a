import { DEFECT_HEADER } from "./front-server.js";
import { type CallInput, type Contract, isJsonObject, type Json, type JsonObject, type Operation } from "./kit.js";
import { TOKEN } from "./target.js";
import { workingInput } from "./working-calls.js";

/** One workflow for each key: the calls of its operation, sent to the server that the key names. */
export function arazzoFor(
  contract: Contract,
  runs: readonly { key: string; operation: string }[],
  source: string,
): Json {
  return {
    arazzo: "1.0.1",
    info: { title: "Calls that work", version: "1.0.0" },
    sourceDescriptions: [{ name: "service", type: "openapi", url: source }],
    workflows: runs.map(({ key, operation }) => ({
      workflowId: key,
      steps: stepsOf(contract, contract.operation(operation), key),
    })),
  };
}

/** The working call, and where there is something to choose, the same with `fields` or as a page of two. */
function stepsOf(contract: Contract, operation: Operation, key: string): Json[] {
  const works = workingInput(contract, operation.id);
  const has = (name: string) => operation.parameters.some((one) => one.in === "query" && one.name === name);
  const more: JsonObject[] = [
    ...(has("fields") && operation.reads ? [{ fields: "name,modified_at" }] : []),
    ...(has("limit") ? [{ limit: 2 }] : []),
  ];
  const inputs = [works, ...more.map((query): CallInput => ({ ...works, query: { ...works.query, ...query } }))];
  return inputs.map((input, index) => stepOf(operation, input, `${key}-${index}`, key));
}

function stepOf(operation: Operation, { path, query, header, body }: CallInput, stepId: string, key: string): Json {
  const parameters = [
    ...Object.entries(path ?? {}).map(([name, value]) => ({ in: "path", name, value })),
    ...Object.entries(query ?? {}).map(([name, value]) => ({ in: "query", name, value })),
    ...Object.entries(header ?? {}).map(([name, value]) => ({ in: "header", name, value })),
    ...(operation.secured ? [{ in: "header", name: "Authorization", value: `Bearer ${TOKEN}` }] : []),
    { in: "header", name: DEFECT_HEADER, value: key },
  ];
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const type = operation.requestBody?.content[0]?.type;
  const requestBody =
    body === undefined || type === undefined ? {} : { requestBody: { contentType: type, payload: body } };
  const wanted = bodyCriteria(body, success?.content.length !== 0);
  return {
    stepId,
    operationId: operation.id,
    parameters,
    ...requestBody,
    successCriteria: [{ condition: `$statusCode == ${success?.status ?? "200"}` }, ...wanted],
  };
}

/** What was sent and must come back, as far as it is a text under the same name. */
function bodyCriteria(body: Json | undefined, answered: boolean): Json[] {
  if (!isJsonObject(body) || !answered) return [];
  return Object.entries(body)
    .filter(([name, value]) => typeof value === "string" && ECHOED.has(name))
    .map(([name, value]) => ({ condition: `$response.body#/${name} == '${String(value)}'` }));
}

const ECHOED = new Set([
  "email",
  "description",
  "name",
  "url",
  "role",
  "displayName",
  "templateKey",
  "message",
  "text",
]);
