// For the build alone: the contract in the form in which the sources read it. The file itself lies outside of what is
// built here, so the compiler may not follow the import to it. The check of the whole repository reads the real one.
import type { components } from "content-service-client";

declare const document: {
  readonly components: {
    readonly schemas: Readonly<Record<keyof components["schemas"], { readonly required: readonly string[] }>>;
  };
};
export default document;
