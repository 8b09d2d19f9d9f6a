import { read } from "../support/repository.js";

/** A module that one of the packages exports. */
export interface EntryPoint {
  /** The specifier of an import, such as `content-service-client/operations`. */
  readonly specifier: string;
  /** The name of the package. */
  readonly owner: string;
  /** The source, relative to the root of the repository. */
  readonly source: string;
}

/** Every module in the `exports` of the packages, in their order. JSON files are no modules. */
export function entryPoints(): EntryPoint[] {
  return ["", "contract/", "contract-tests/", "sandbox/"].flatMap((folder) => {
    // The packages write their manifests in this form only.
    const { name, exports } = JSON.parse(read(`${folder}package.json`)) as Manifest;
    return Object.entries(exports).flatMap(([key, target]) => {
      // `./dist/src/index.js` is built from `src/index.ts`.
      const [, source] = /^\.\/dist\/(.+)\.js$/.exec(target) ?? [];
      return source === undefined ? [] : [{ specifier: name + key.slice(1), owner: name, source: `${source}.ts` }];
    });
  });
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
}
