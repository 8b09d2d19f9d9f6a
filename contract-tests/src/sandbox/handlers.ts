import type { Handlers, OperationId } from "./call.js";
import { collaborations } from "./routes/collaborations.js";
import { files } from "./routes/files.js";
import { folders } from "./routes/folders.js";
import { legalHolds } from "./routes/legal-holds.js";
import { metadata, metadataScreens } from "./routes/metadata.js";
import { metadataQueries } from "./routes/metadata-queries.js";
import { retention } from "./routes/retention.js";
import { sharedLinks } from "./routes/shared-links.js";
import { tasks } from "./routes/tasks.js";
import { termsOfService } from "./routes/terms-of-service.js";
import { tokenScreens, tokens } from "./routes/tokens.js";
import { users } from "./routes/users.js";
import { webLinks } from "./routes/web-links.js";
import type { Screen } from "./serve-operation.js";

/** One handler for each operation of the contract. */
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

/** Where a body that the contract refuses has an error of its own: gives the name of its example. */
export const screens: Readonly<Partial<Record<OperationId, Screen>>> = {
  ...metadataScreens,
  ...tokenScreens,
};
