import { realpath } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { BaseResolver, bundle, createConfig, ResolveError, type Source } from "@redocly/openapi-core";

/**
 * Bundles an OpenAPI document of several files, in JSON or YAML, into one document. A `$ref` may lead to files in the
 * folder of the document, and to what begins with one of `allowed`: folders, and addresses such as
 * `https://schemas.example/`.
 *
 * Throws an `Error` when a file is missing or cannot be parsed, or a `$ref` leads elsewhere.
 */
export async function bundleDocument(path: string, allowed: readonly string[] = []): Promise<unknown> {
  const externalRefResolver = new LimitedResolver(path, allowed);
  const config = await createConfig({});
  const { bundle: document, problems } = await bundle({ ref: path, config, externalRefResolver });
  for (const { severity, message, location } of problems) {
    const [place] = location;
    // A warning tells of two parts with one name, of which the bundle has both. A discriminator can map to a name.
    if (severity !== "error" || /discriminator\/mapping\/[^/]+$/.test(place?.pointer ?? "")) continue;
    throw new Error(`${message} (at ${place?.source.absoluteRef}${place?.pointer})`);
  }
  return document.parsed;
}

/** A document that somebody else wrote could otherwise read any file of this machine, or send requests from it. */
class LimitedResolver extends BaseResolver {
  readonly #addresses: readonly string[];
  readonly #folders: Promise<readonly string[]>;

  constructor(path: string, allowed: readonly string[]) {
    super();
    const addresses = allowed.filter((one) => URL.canParse(one));
    this.#addresses = addresses.map((one) => new URL(one).href);
    const folders = [dirname(path), ...allowed.filter((one) => !addresses.includes(one))];
    this.#folders = Promise.all(folders.map((folder) => realpath(folder).catch(() => resolve(folder))));
  }

  override async loadExternalRef(target: string): Promise<Source> {
    if (await this.#isAllowed(target)) return super.loadExternalRef(target);
    const problem = `${target} is outside the folder of the document`;
    throw new ResolveError(new Error(`${problem}. Allow it with --allow-ref of content-service-codegen`));
  }

  async #isAllowed(target: string): Promise<boolean> {
    if (/^https?:/i.test(target)) return this.#addresses.some((one) => new URL(target).href.startsWith(one));
    // A missing file is reported as such.
    const file = await realpath(target).catch(() => resolve(target));
    return (await this.#folders).some((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  }
}
