import { collaborations } from "./collaborations.js";
import type { Handlers, InvalidBodyExample, OperationId } from "./context.js";
import { files } from "./files.js";
import { folders } from "./folders.js";
import { legalHolds } from "./legal-holds.js";
import { metadata, metadataBodyExamples } from "./metadata.js";
import { metadataQueries } from "./metadata-queries.js";
import { retention } from "./retention.js";
import { sharedLinks } from "./shared-links.js";
import { tasks } from "./tasks.js";
import { termsOfService } from "./terms-of-service.js";
import { tokenBodyExamples, tokens } from "./tokens.js";
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

/** The special error examples for bodies that violate the contract. */
export const invalidBodyExamples: Readonly<Partial<Record<OperationId, InvalidBodyExample>>> = {
  ...metadataBodyExamples,
  ...tokenBodyExamples,
};
