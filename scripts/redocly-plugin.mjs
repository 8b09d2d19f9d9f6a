import * as access from "./contract-rules/access-declared.mjs";
import * as calls from "./contract-rules/calls.mjs";
import * as compared from "./contract-rules/compared.mjs";
import * as examples from "./contract-rules/examples.mjs";
import * as stated from "./contract-rules/interface-stated.mjs";
import * as operations from "./contract-rules/operations.mjs";
import * as prose from "./contract-rules/prose.mjs";
import * as schemas from "./contract-rules/schemas.mjs";

/** The lint rules of this contract that neither a built-in nor a configurable rule can express. */
export default function contractPlugin() {
  // Every export of these modules is a rule: `filesUsed` is `contract/files-used`.
  const modules = [access, calls, compared, examples, stated, operations, prose, schemas];
  const found = modules
    .flatMap((module) => Object.entries(module))
    .map(([name, rule]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), rule]);
  return {
    id: "contract",
    rules: { oas3: Object.fromEntries(found) },
    configs: { all: { rules: Object.fromEntries(found.map(([name]) => [`contract/${name}`, "error"])) } },
  };
}
