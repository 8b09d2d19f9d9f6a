// Generates a client of a document, compiles it under the strictest flags, and calls each way of authentication, parameter
// style and body type that occurs once on a Prism mock. The contract's rules judge the requests.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPartialClient, type OperationDefinitions } from "content-service-client";
import { credentials } from "content-service-client/openapi";
import type { Contract, Operation } from "content-service-contract";
import { callInput, checkExchange, isJsonObject, requestMedia, typesAt } from "content-service-contract";
import { generateClient } from "../../codegen/src/generate-client.js";
import { compilePrograms } from "../../scripts/compile-programs.js";
import { root } from "../../support/repository.js";
import { readContract } from "./pinned.js";

/** How many operations are tried for what one of them could not show. */
const TRIES = 5;

/**
 * Tries a client of a document on its mock. Returns why operations are left out, the errors of the compiler, the features that
 * a valid request has `shown`, and those `left` that none has, with a reason.
 */
export async function tryClient(path: string, mockUrl: string | undefined) {
  const folder = join(root, "reports/clients", encodeURIComponent(path).slice(-100));
  const made = await generateClient({ contract: path, overlays: [], title: basename(path), standalone: true });
  await mkdir(folder, { recursive: true });
  for (const [one, text] of Object.entries(made.files)) await writeFile(join(folder, one), text);
  const module = join(folder, "operations.ts");
  const strictest = { noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: true };
  const errors = compilePrograms(new Map(Object.entries(made.files)), strictest).map((error) => error.slice(0, 300));
  const skipped = made.notes.flatMap((note) => / is skipped: (.*)/s.exec(note)?.[1] ?? []);
  if (mockUrl === undefined) return { skipped, errors, shown: [], left: ["the mock does not start"] };
  // The generator wrote it.
  const { operations } = (await import(pathToFileURL(module).href)) as { operations: OperationDefinitions };
  return { skipped, errors, ...(await tryOperations(await readContract(path), operations, mockUrl)) };
}

/** Calls operations until each of their features has been in a valid request that the mock took. */
async function tryOperations(contract: Contract, operations: OperationDefinitions, url: string) {
  const reasons = new Map<string, string[]>();
  const shown = new Set<string>();
  for (const operation of contract.operations) {
    const [id] =
      Object.entries(operations).find(([, row]) => {
        const { method, path } = row as unknown as { method: string; path: string };
        return method.toLowerCase() === operation.method && path === operation.path;
      }) ?? [];
    if (id === undefined) continue;
    for (const [index] of (operation.security.length === 0 ? [[]] : operation.security).entries()) {
      const features = featuresOf(contract, operation, index);
      if (!features.some((one) => !shown.has(one) && (reasons.get(one)?.length ?? 0) < TRIES)) continue;
      const reason = await call(contract, operation, { id, operations, url, index });
      for (const feature of features) {
        if (reason === undefined) shown.add(feature);
        else reasons.set(feature, [...(reasons.get(feature) ?? []), reason]);
      }
    }
  }
  const left = [...reasons].filter(([feature]) => !shown.has(feature));
  return { shown: [...shown], left: left.map(([feature, [first]]) => `${feature} (${first})`) };
}

function featuresOf({ document }: Contract, operation: Operation, alternative: number): string[] {
  const kinds = (operation.security[alternative] ?? []).map(({ kind }) => kind);
  const media = requestMedia(operation)?.type;
  return [
    `authentication: ${kinds.length === 0 ? "none" : kinds.join(" and ")}`,
    ...operation.parameters.map(({ in: place, style, explode, schema }) => {
      const isPlain = !typesAt(document, schema).some((type) => type === "array" || type === "object");
      return `${place}: ${isPlain ? "plain" : `${style}${explode ? ", exploded" : ""}`}`;
    }),
    ...(media === undefined ? [] : [`body: ${media}`]),
  ];
}

interface Call {
  readonly id: string;
  readonly operations: OperationDefinitions;
  readonly url: string;
  /** The alternative of the security requirement. */
  readonly index: number;
}

/** Calls an operation with examples. Returns why the request was not valid, or undefined. */
async function call(contract: Contract, operation: Operation, { id, operations, url, index }: Call) {
  let reason: string | undefined = "nothing was sent";
  const fetch = async (address: string, init: RequestInit) => {
    const server = operation.serverUrls.find((one) => address.startsWith(one));
    const request = new Request(server === undefined ? address : url + address.slice(server.length), init);
    const { method, headers } = request;
    const sent = { method, url: address, headers, body: await request.clone().text() };
    const options = { contract, ...(server === undefined && { baseUrl: url }) };
    const violations = checkExchange({ request: sent, response: { status: 299 } }, options);
    reason = violations.find(({ at }) => at.startsWith("/request"))?.message;
    // A mock that has ended, or hangs, says nothing of the request.
    const response = await globalThis.fetch(request, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response === undefined) return Response.json({});
    const received = await response.clone().text();
    // Other errors are documented ones, which the mock sends where the document has no success.
    if (response.status < 500 && /prism\/errors#/.test(received)) reason ??= `${response.status} ${received}`;
    return response;
  };
  const auth = credentials(givenFor(operation, index));
  const client = createPartialClient(operations, { baseUrl: url, auth, fetch, retry: false, allowInsecure: true });
  try {
    // The generated types are not known here.
    const method = Reflect.get(client, id) as (input: object) => PromiseLike<unknown>;
    await method(inputOf(operation));
  } catch (error) {
    // The mock may have no response for a valid request.
    if (reason === "nothing was sent") reason = error instanceof Error ? error.message : String(error);
  }
  return reason?.replace(/\s+/g, " ").replaceAll("|", "/").slice(0, 120);
}

function givenFor({ security }: Operation, index: number) {
  return Object.fromEntries(
    (security[index] ?? []).map(({ scheme, prefix }) => [
      scheme,
      prefix?.toLowerCase() === "basic" ? { username: "ann", password: "q7Vd" } : "q7Vd",
    ]),
  );
}

/** The input of the generated method: plain values of paths and headers are strings, and files are bytes. */
function inputOf(operation: Operation): object {
  const { body, ...places } = callInput(operation);
  const media = requestMedia(operation);
  // Nothing would be left of an empty one.
  const filled = (value: unknown) => (JSON.stringify(value) === "{}" ? { a: "b" } : value);
  const asText = (values: object = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === "object" ? filled(value) : `${value}`]),
    );
  const input = { ...places, path: asText(places.path), header: asText(places.header) };
  if (media === undefined) return input;
  const { type } = media;
  const files = Object.fromEntries((media.files ?? []).map((name) => [name, new Blob(["content"])]));
  if (/^text\/|xml$/.test(type)) return { ...input, body: typeof body === "string" ? body : "content" };
  if (!/json$|urlencoded$|^multipart\//.test(type)) return { ...input, body: new Uint8Array([1]) };
  if (isJsonObject(body)) return { ...input, body: { ...body, ...files } };
  return { ...input, body: type === "multipart/form-data" ? files : body };
}
