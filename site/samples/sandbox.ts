/** Where `npx content-sandbox` listens, and the token of the user in its world that may do the most. */
export const SANDBOX = {
  baseUrl: "http://127.0.0.1:4010/2.0",
  authUrl: "http://127.0.0.1:4010",
  token: "token-admin",
} as const;

/** Why a sandbox that has just been started refuses a sample, and what to write instead. */
export interface FreshRefusal {
  readonly status: number;
  readonly code: string;
  /** For the page, in Markdown. */
  readonly note: string;
}

/**
 * The samples that a new sandbox refuses, by operation and name. Its world is the one after the examples.
 * Every other sample succeeds as it is.
 */
export const FRESH_REFUSALS: Readonly<Record<string, FreshRefusal>> = {
  "refreshAccessToken refresh": {
    status: 400,
    code: "invalid_client",
    note: "The credentials are examples. The sandbox knows `sandbox-client`, `sandbox-secret` and `refresh-owner`.",
  },
  "createWebLink create": present("item_name_in_use"),
  "createCollaboration invite_user": present("conflict"),
  "createMetadataTemplate create": present("tuple_already_exists"),
  "createFileMetadata apply": present("tuple_already_exists"),
  "createFileMetadata apply_global_properties": present("tuple_already_exists"),
  "queryMetadata continue": {
    status: 400,
    code: "bad_request",
    note: "In the command, the marker is an example: take the `next_marker` of the page before. The program needs none.",
  },
  "assignLegalHoldPolicy hold_folder": present("conflict"),
  "assignLegalHoldPolicy hold_user": present("conflict"),
};

function present(code: string): FreshRefusal {
  const note = `The sandbox starts with this already there, and answers [\`409 ${code}\`](errors.html#${code}).`;
  return { status: 409, code, note };
}
