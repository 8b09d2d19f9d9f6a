import { createClient } from "content-service-client";
import type { Seed } from "content-service-sandbox";
import { type CallInput, isJsonObject, type Json, type PositiveCase } from "../src/index.js";
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
    const { operation, status, input } = one;
    const own = namesOf(one).filter((name) => `${operation.id} ${name}` in fitting);
    const request = JSON.stringify([operation.id, status, input, own]);
    if (status >= 400 || known.has(request)) return false;
    known.add(request);
    return true;
  });
}

/** Resets the sandbox, prepares the case, and returns the input of the call. */
export async function prepareSuccess(target: TargetAddress, positive: PositiveCase): Promise<CallInput> {
  await controlSandbox(target, "POST /reset");
  const { operation } = positive;
  const fits = namesOf(positive).flatMap((name) => fitting[`${operation.id} ${name}`] ?? []);
  let input = withParameters(operation, positive.input, target);
  for (const { seed: change, path, header } of fits) {
    if (change !== undefined) {
      const seed = await controlSandbox<Seed>(target, "GET /state");
      await controlSandbox(target, "PUT /state", change(seed) as { [key: string]: Json });
    }
    input = { ...input, path: { ...input.path, ...path }, header: { ...input.header, ...header } };
  }
  return withGivenMarker(target, positive, input);
}

/** The changes that an example needs to succeed on the default seed. */
interface Fit {
  /** Creates the seed. */
  readonly seed?: (seed: Seed) => Seed;
  /** Sent instead of the examples of the parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
}

/** An etag that no record has. */
const changed = { "If-None-Match": "999" };

/** By operation, and the name of the example of its request, or of its response. All others succeed unchanged. */
const fitting: Readonly<Record<string, Fit>> = {
  // The default seed does not have these credentials.
  "refreshAccessToken refresh": {
    seed: (seed) => ({
      ...seed,
      clients: [{ client_id: "example-client-id", client_secret: "example-client-secret" }],
      refresh_tokens: [{ token: "example-refresh-token-1", user_id: "1001", client_id: "example-client-id" }],
    }),
  },
  // The etag of the examples is that of the file, which gives 304.
  "findSharedItem full": { header: changed },
  "findSharedItem fields": { header: changed },
  // The example of the header is a link to a file.
  "findSharedItem folder": linkTo("leases"),
  "findSharedItem web_link": linkTo("register"),
  // The default seed already has the records that these create.
  "createWebLink create": { seed: without("web_links", "6001") },
  "createCollaboration invite_user": { seed: without("collaborations", "9001") },
  "createFileMetadata apply": { seed: without("metadata_instances", "7d1e5f3a-9b20-4c64-a1d8-3e5f7a9b0c12") },
  "assignLegalHoldPolicy hold_folder": { seed: without("legal_hold_policy_assignments", "8101") },
  "assignLegalHoldPolicy hold_user": { seed: without("legal_hold_policy_assignments", "8102") },
  "createMetadataTemplate create": {
    seed: (seed) => ({ ...seed, metadata_templates: [], metadata_instances: [] }),
  },
  // The examples of the path name another template than these do.
  "createFileMetadata apply_global_properties": {
    seed: without("metadata_instances", "1c3e5a7b-2d4f-4680-9a1b-3c5d7e9f0a21"),
    path: { scope: "global", template_key: "properties" },
  },
  "getFileMetadata global_properties": { path: { scope: "global", template_key: "properties" } },
};

function linkTo(slug: string): Fit {
  return { header: { ...changed, ServiceApi: `shared_link=https://content.example/s/${slug}` } };
}

type ListName = "web_links" | "collaborations" | "metadata_instances" | "legal_hold_policy_assignments";

function without(list: ListName, id: string): (seed: Seed) => Seed {
  return (seed) => ({ ...seed, [list]: (seed[list] ?? []).filter((one) => one.id !== id) });
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

function namesOf({ requestExample, example }: Pick<PositiveCase, "requestExample" | "example">): string[] {
  return [requestExample, example].flatMap((one) => (one === undefined ? [] : [one.name]));
}
