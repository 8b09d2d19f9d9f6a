import { accessDeclared } from "./contract-rules/access-declared.mjs";
import { asUserTaken } from "./contract-rules/as-user-taken.mjs";
import { errorExamplesFit } from "./contract-rules/error-examples-fit.mjs";
import { examplesAgreeWithSeed } from "./contract-rules/examples-agree-with-seed.mjs";
import { examplesConsistent } from "./contract-rules/examples-consistent.mjs";
import { examplesDocumented } from "./contract-rules/examples-documented.mjs";
import { fieldsInResponses } from "./contract-rules/fields-in-responses.mjs";
import { filesUsed } from "./contract-rules/files-used.mjs";
import { headerExamplesValid } from "./contract-rules/header-examples-valid.mjs";
import { limitsKept } from "./contract-rules/limits-kept.mjs";
import { pagingDeclared } from "./contract-rules/paging-declared.mjs";
import { requestsClosedResponsesOpen } from "./contract-rules/requests-closed-responses-open.mjs";
import { requirementsShown } from "./contract-rules/requirements-shown.mjs";
import { schemasDescribed } from "./contract-rules/schemas-described.mjs";
import { statusesFit } from "./contract-rules/statuses-fit.mjs";
import { typesFit } from "./contract-rules/types-fit.mjs";

/** The lint rules of this contract that neither a built-in nor a configurable rule can express. */
export default function contractPlugin() {
  return {
    id: "contract",
    rules: {
      oas3: {
        "access-declared": accessDeclared,
        "as-user-taken": asUserTaken,
        "error-examples-fit": errorExamplesFit,
        "examples-agree-with-seed": examplesAgreeWithSeed,
        "examples-consistent": examplesConsistent,
        "examples-documented": examplesDocumented,
        "fields-in-responses": fieldsInResponses,
        "files-used": filesUsed,
        "header-examples-valid": headerExamplesValid,
        "limits-kept": limitsKept,
        "paging-declared": pagingDeclared,
        "requests-closed-responses-open": requestsClosedResponsesOpen,
        "requirements-shown": requirementsShown,
        "schemas-described": schemasDescribed,
        "statuses-fit": statusesFit,
        "types-fit": typesFit,
      },
    },
  };
}
