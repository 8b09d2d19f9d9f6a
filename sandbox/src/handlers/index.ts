import type { JsonObject } from "content-service-contract";
import { collaborations } from "./collaborations.js";
import type { Handlers, OperationId } from "./context.js";
import { files } from "./files.js";
import { folders } from "./folders.js";
import { legalHolds } from "./legal-holds.js";
import { metadata } from "./metadata.js";
import { metadataQueries } from "./metadata-queries.js";
import { retention } from "./retention.js";
import { sharedLinks } from "./shared-links.js";
import { tasks } from "./tasks.js";
import { termsOfService } from "./terms-of-service.js";
import { tokens } from "./tokens.js";
import { users } from "./users.js";
import { webLinks } from "./web-links.js";

export const handlers: Handlers<OperationId> = {
  ...tokens,
  ...users,
  ...files,
  ...folders,
  ...sharedLinks,
  ...webLinks,
  ...collaborations,
  ...metadata,
  ...metadataQueries,
  ...tasks,
  ...legalHolds,
  ...retention,
  ...termsOfService,
};

/** The names of the special error examples for bodies that violate the contract. */
export const invalidBodyExamples: Readonly<Record<string, (body: JsonObject) => string | undefined>> = {
  // The contract does not allow the scope global.
  createMetadataTemplate: ({ scope }) => (scope === "global" ? "global_scope" : undefined),
  // RFC 6749, section 5.2, defines an error for other grant types.
  refreshAccessToken: ({ grant_type: type }) =>
    typeof type === "string" && type !== "refresh_token" ? "unsupported_grant_type" : undefined,
};
