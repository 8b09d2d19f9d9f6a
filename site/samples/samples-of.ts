import { STATUS_CODES } from "node:http";
import {
  type CallInput,
  type Contract,
  isJsonObject,
  type Json,
  loadContract,
  type NamedExample,
  stringAt,
} from "content-service-contract";
import { createSandbox, workingCall } from "content-service-sandbox";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest } from "../../codegen/samples/http-request.js";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import { SANDBOX } from "./sandbox.js";

/** A call of an operation, and its code in two languages. */
export interface Sample {
  /** The name of the request's example in the contract, or the `operationId` without one. */
  readonly name: string;
  /** A sentence in Markdown. */
  readonly summary: string;
  readonly input: CallInput;
  /** A whole program. */
  readonly typescript: string;
  /** A command for `sh`. */
  readonly curl: string;
}

/** The samples of an operation: one for each named example of its request. Throws for an unknown operation. */
export function samplesOf(operationId: string): Sample[] {
  const contract = loadContract();
  const operation = contract.operation(operationId);
  const sample = sampleOperation(contract, operation);
  const { examples = [] } = operation.requestBody?.content[0] ?? {};
  return (examples.length === 0 ? [undefined] : examples).map((example) => {
    const input = workingCall(contract, operationId, example?.name);
    return {
      name: example?.name ?? operationId,
      summary: example && examples.length > 1 ? exampleSummary(contract, example) : `${operation.summary}.`,
      input,
      typescript: typescriptProgram(sample, input, SANDBOX),
      curl: curlCommand(sample, input, SANDBOX),
    };
  });
}

export function exampleSummary(contract: Contract, { name, pointer }: NamedExample): string {
  return stringAt(contract.schemaAt(pointer.replace(/\/value$/, "")), "summary") ?? name;
}

/** The response of a fresh sandbox to a sample. */
export interface SampleResponse {
  /** Such as `200 OK`. */
  readonly status: string;
  /** Undefined for a response without a body. Long lists are shortened. */
  readonly body: Json | undefined;
}

/** Sends all samples. Returns the responses by operation and name, such as `updateFile rename`. */
export async function sampleResponses(contract: Contract): Promise<ReadonlyMap<string, SampleResponse>> {
  const sandbox = await createSandbox({ now: () => NOW_MS });
  const { baseUrl, authUrl } = sandbox;
  const responses = new Map<string, SampleResponse>();
  for (const operation of contract.operations) {
    const sample = sampleOperation(contract, operation);
    for (const { name, input } of samplesOf(operation.id)) {
      sandbox.reset();
      const { url, headers, body = null } = httpRequest(sample, input, { ...SANDBOX, baseUrl, authUrl });
      const init = { method: sample.method, headers: Object.fromEntries(headers), body };
      const response = await sandbox.fetch(url, init);
      const text = await response.text();
      responses.set(`${operation.id} ${name}`, {
        status: `${response.status} ${STATUS_CODES[response.status]}`,
        body: text === "" ? undefined : shortened(JSON.parse(text)),
      });
    }
  }
  await sandbox.close();
  return responses;
}

/** After the times of the default seed, and before those of the examples. */
const NOW_MS = Date.UTC(2026, 2, 17, 9);

function shortened(body: Json): Json {
  if (!isJsonObject(body) || !Array.isArray(body["entries"]) || body["entries"].length <= SHOWN) return body;
  const { entries } = body;
  return { ...body, entries: [...entries.slice(0, SHOWN), `… ${entries.length - SHOWN} more`] };
}

const SHOWN = 3;
