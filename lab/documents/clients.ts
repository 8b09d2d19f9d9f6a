// npm run lab -- clients [--only <part of a name>]
// Generates a client of each pinned document, compiles it under the strictest flags, and calls each way of authentication,
// parameter style and body type that occurs once on a Prism mock. The contract's rules judge the requests.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createPartialClient, type OperationDefinitions } from "content-service-client";
import { credentials } from "content-service-client/openapi";
import {
  type Contract,
  callInput,
  checkExchange,
  createContract,
  isJsonObject,
  type Operation,
  objectAt,
  requestMedia,
  stringAt,
  typesAt,
  valueAt,
} from "content-service-contract";
import ts from "typescript";
import { parse } from "yaml";
import { generateClient } from "../../codegen/src/generate-client.js";
import { markdownTable, writeFigures } from "../support/figures.js";
import { fetched, firstError, pins, root, startMock } from "./pinned.js";

const STRICTEST: ts.CompilerOptions = {
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, noEmit: true, types: [] },
  ...{ lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], skipLibCheck: false },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitReturns: true },
  ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, noFallthroughCasesInSwitch: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, isolatedModules: true, verbatimModuleSyntax: true },
};
/** How many operations are tried for what one of them could not show. */
const TRIES = 5;

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const rows: string[][] = [];
for (const [name, { version, integrity, files }] of Object.entries(await pins())) {
  for (const file of Object.keys(files)) {
    if (!`${name}/${file}`.includes(values.only)) continue;
    const path = join(await fetched(name, version, integrity), file);
    const folder = join(root, "reports/clients", `${rows.length}-${basename(file)}`);
    const made = await generateClient({ contract: path, overlays: [], title: basename(file), standalone: true });
    await mkdir(folder, { recursive: true });
    for (const [one, text] of Object.entries(made.files)) await writeFile(join(folder, one), text);
    const errors = compile(join(folder, "operations.ts"));
    const skipped = made.notes.filter((note) => / is skipped: /.test(note));
    const { shown, left } = await tryOperations(path, join(folder, "operations.ts"));
    for (const line of [...errors, ...skipped, ...left]) console.log(`${file}: ${line}`);
    const reasons = [...new Set(skipped.map((note) => note.replace(/^.* is skipped: /, "")))];
    const skips = skipped.length === 0 ? "0" : `${skipped.length}: ${reasons.join("; ")}`;
    const [all, not] = [shown.length + left.length, left.length === 0 ? "" : `: not ${left.join("; ")}`];
    const counts = [String(made.count), skips, String(errors.length), `${shown.length} of ${all}${not}`];
    rows.push([`${name} ${version}`, file, ...counts]);
  }
}
const head = ["package", "document", "operations", "left out", "errors of the compiler", "called"];
const table = markdownTable(head, rows);
if (values.only === "") writeFigures(`${root}lab/README.md`, { clients: table });
console.log(table);
process.exitCode = rows.every((row) => row[4] === "0") ? 0 : 1;

function compile(file: string): string[] {
  const program = ts.createProgram([file], STRICTEST);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300));
}

/** Calls operations until each of their features has been in a valid request that the mock took. */
async function tryOperations(path: string, module: string): Promise<{ shown: string[]; left: string[] }> {
  const contract = createContract(parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""), { maxAliasCount: -1 }));
  // The generator wrote it.
  const { operations } = (await import(pathToFileURL(module).href)) as { operations: OperationDefinitions };
  const mock = startMock(path);
  const tried = new Map<string, { shown: boolean; reasons: string[] }>();
  try {
    const url = await mock.url;
    if (url === undefined) return { shown: [], left: [`the mock does not start: ${firstError(mock.errors())}`] };
    for (const operation of contract.operations) {
      const [id] =
        Object.entries(operations).find(([, row]) => {
          const { method, path: template } = row as unknown as { method: string; path: string };
          return method.toLowerCase() === operation.method && template === operation.path;
        }) ?? [];
      if (id === undefined) continue;
      for (const [index] of (operation.security.length === 0 ? [[]] : operation.security).entries()) {
        const features = featuresOf(contract, operation, index);
        const isNew = (one: string) => !tried.get(one)?.shown && (tried.get(one)?.reasons.length ?? 0) < TRIES;
        if (!features.some(isNew)) continue;
        const reason = await call(contract, operation, { id, operations, url, index });
        for (const feature of features) {
          const known = tried.get(feature) ?? { shown: false, reasons: [] };
          tried.set(feature, known);
          if (reason === undefined) known.shown = true;
          else known.reasons.push(reason);
        }
      }
    }
  } finally {
    mock.end();
  }
  const all = [...tried];
  return {
    shown: all.filter(([, { shown }]) => shown).map(([feature]) => feature),
    left: all.filter(([, { shown }]) => !shown).map(([feature, { reasons }]) => `${feature} (${reasons[0]})`),
  };
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
    const sent = await request.clone().text();
    const { method, headers } = request;
    const exchange = { request: { method, url: address, headers, body: sent }, response: { status: 299 } };
    const [violation] = checkExchange(exchange, { contract, ...(server === undefined && { baseUrl: url }) }).filter(
      ({ at }) => at.startsWith("/request"),
    );
    reason = violation?.message;
    // A mock that has ended, or hangs, says nothing of the request.
    const response = await globalThis.fetch(request, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response === undefined) return Response.json({});
    const received = await response.clone().text();
    // Other errors are documented ones, which the mock sends where the document has no success.
    if (response.status < 500 && /prism\/errors#/.test(received)) reason ??= `${response.status} ${received}`;
    return response;
  };
  const client = createPartialClient(operations, {
    ...{
      baseUrl: url,
      auth: credentials(givenFor(contract, operation, index)),
      fetch,
      retry: false,
      allowInsecure: true,
    },
  });
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

/** Credentials for the schemes of one alternative. */
function givenFor({ document }: Contract, { securityPointer }: Operation, index: number) {
  const alternative = valueAt(document, `${securityPointer}/${index}`);
  const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
  const names = isJsonObject(alternative) ? Object.keys(alternative) : [];
  return Object.fromEntries(
    names.map((name) => {
      const isBasic = stringAt(objectAt(schemes, name), "scheme")?.toLowerCase() === "basic";
      return [name, isBasic ? { username: "ann", password: "q7Vd" } : "q7Vd"];
    }),
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
  const files = Object.fromEntries((media?.files ?? []).map((name) => [name, new Blob(["content"])]));
  const isBinary = media !== undefined && !/json$|urlencoded$|^multipart\/|^text\/|xml$/.test(media.type);
  const isText = media !== undefined && /^text\/|xml$/.test(media.type);
  const text = typeof body === "string" ? body : "content";
  const made = isBinary
    ? new Uint8Array([1])
    : isText
      ? text
      : isJsonObject(body)
        ? { ...body, ...files }
        : media?.type === "multipart/form-data"
          ? files
          : body;
  return {
    ...places,
    path: asText(places.path),
    header: asText(places.header),
    ...(media !== undefined && { body: made }),
  };
}
