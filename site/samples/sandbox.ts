/** The addresses of `npx content-sandbox`, and the token of an admin of its default seed. */
export const SANDBOX = {
  baseUrl: "http://127.0.0.1:4010/2.0",
  authUrl: "http://127.0.0.1:4010",
  token: "token-admin",
} as const;

/** The error response of a fresh sandbox to a sample. */
export interface RejectedSample {
  readonly status: number;
  readonly code: string;
  /** What to change, in Markdown. */
  readonly note: string;
}

/** The samples that a fresh sandbox rejects, by operation and name. Every other sample succeeds. */
export const REJECTED_SAMPLES: Readonly<Record<string, RejectedSample>> = {
  "createWebLink create": existing("item_name_in_use"),
  "createCollaboration invite_user": existing("conflict"),
  "createMetadataTemplate create": existing("tuple_already_exists"),
  "createFileMetadata apply": existing("tuple_already_exists"),
  "createFileMetadata apply_global_properties": existing("tuple_already_exists"),
  "queryMetadata continue": {
    status: 400,
    code: "bad_request",
    note: "In the command, the marker is an example: use the `next_marker` of a response. The program needs no marker.",
  },
  "assignLegalHoldPolicy hold_folder": existing("conflict"),
  "assignLegalHoldPolicy hold_user": existing("conflict"),
};

function existing(code: string): RejectedSample {
  const note = `The default seed already has this record, so the response is [\`409 ${code}\`](errors.html#${code}).`;
  return { status: 409, code, note };
}
