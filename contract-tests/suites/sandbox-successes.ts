import { createClient } from "content-service-client";
import { workingCall } from "content-service-sandbox";
import { type CallInput, isJsonObject, type Json, loadContract, type PositiveCase } from "../src/index.js";
import { callOperation, withParameters } from "./call-operation.js";
import type { TargetAddress } from "./targets.js";
import { controlSandbox } from "./targets.js";

/**
 * The cases in which a sandbox must succeed: those with a success, each different request once. Scenarios provoke the
 * errors.
 */
export function sandboxSuccesses(cases: readonly PositiveCase[]): PositiveCase[] {
  const known = new Set<string>();
  return cases.filter((one) => {
    const { operation, status, input, example, requestExample } = one;
    const fit = fitting[`${operation.id} ${example?.name}`] ?? null;
    const request = JSON.stringify([operation.id, status, input, requestExample?.name ?? null, fit]);
    if (status >= 400 || known.has(request)) return false;
    known.add(request);
    return true;
  });
}

/** Resets the sandbox, prepares the case, and returns the input of the call. */
export async function prepareSuccess(target: TargetAddress, positive: PositiveCase): Promise<CallInput> {
  await controlSandbox(target, "POST /reset");
  const { operation } = positive;
  const { name } = positive.requestExample ?? {};
  const { path, body } = workingCall(loadContract(), operation.id, name);
  const { path: ownPath, header } = fitting[`${operation.id} ${positive.example?.name}`] ?? {};
  const given = withParameters(operation, positive.input, target);
  // The etag of the examples is that of the file of the examples.
  const isSameFile = path?.["file_id"] === given.path?.["file_id"];
  const input = {
    ...given,
    path: { ...given.path, ...(name === undefined ? {} : path), ...ownPath },
    header: { ...(isSameFile ? given.header : omit(given.header ?? {}, "If-Match")), ...header },
    ...(body === undefined ? {} : { body }),
  };
  return withGivenMarker(target, positive, input);
}

/** What is sent instead of the examples of the parameters. */
interface Fit {
  readonly path?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
}

/** An etag that no record has. */
const changed = { "If-None-Match": "999" };

/** By operation, and the name of the example of its response. All others succeed unchanged. */
const fitting: Readonly<Record<string, Fit>> = {
  // The etag of the examples is that of the file, which gives 304.
  "findSharedItem full": { header: changed },
  "findSharedItem fields": { header: changed },
  // The example of the header is a link to a file.
  "findSharedItem folder": linkTo("leases"),
  "findSharedItem web_link": linkTo("register"),
  "getFileMetadata global_properties": { path: { scope: "global", template_key: "properties" } },
};

function linkTo(slug: string): Fit {
  return { header: { ...changed, ServiceApi: `shared_link=https://content.example/s/${slug}` } };
}

/** A list accepts only markers of its own. An empty page has the marker of the expected page. */
async function withGivenMarker(target: TargetAddress, { operation }: PositiveCase, input: CallInput) {
  const { query = {}, body } = input;
  const inBody = isJsonObject(body) && "marker" in body;
  if (!inBody && !("marker" in query)) return input;
  const before = inBody ? { ...input, body: omit(body, "marker") } : { ...input, query: omit(query, "marker") };
  await controlSandbox(target, "POST /faults", { kind: "empty_page", operation: operation.id });
  const client = createClient({ baseUrl: target.baseUrl, auth: target.token });
  const page = await callOperation(client, operation, before);
  const marker = isJsonObject(page) ? page["next_marker"] : undefined;
  if (typeof marker !== "string") throw new Error(`${operation.id} returned no marker`);
  return inBody ? { ...input, body: { ...body, marker } } : { ...input, query: { ...query, marker } };
}

function omit(record: Readonly<Record<string, Json>>, name: string): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
