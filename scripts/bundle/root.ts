import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
