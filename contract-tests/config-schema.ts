// `npm run generate` writes the schema of a config of `content-contract check`, for editors.
export { configSchema } from "./src/cli/check-options.js";
