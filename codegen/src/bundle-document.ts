import { bundle, createConfig } from "@redocly/openapi-core";

/**
 * Bundles an OpenAPI document of several files, in JSON or YAML, into one document.
 *
 * Throws an `Error` when a file is missing or cannot be parsed.
 */
export async function bundleDocument(path: string): Promise<unknown> {
  const { bundle: document, problems } = await bundle({ ref: path, config: await createConfig({}) });
  const [problem] = problems;
  if (problem) throw new Error(problem.message);
  return document.parsed;
}
