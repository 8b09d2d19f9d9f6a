import { accessDeclared } from "./contract-rules/access-declared.mjs";
import { examplesFitRequests } from "./contract-rules/calls.mjs";
import {
  errorExamplesFit,
  examplesAgreeWithSeed,
  examplesConsistent,
  examplesDocumented,
} from "./contract-rules/examples.mjs";
import { fieldsInResponses } from "./contract-rules/fields-in-responses.mjs";
import { filesUsed } from "./contract-rules/files-used.mjs";
import { interfaceStated } from "./contract-rules/interface-stated.mjs";
import {
  asUserTaken,
  filtersDiffer,
  pagingDeclared,
  requirementsShown,
  serversAgree,
  statusesFit,
} from "./contract-rules/operations.mjs";
import {
  codesExplained,
  deprecationExplained,
  descriptionsFit,
  namesExist,
  summaryFits,
} from "./contract-rules/prose.mjs";
import {
  headerExamplesValid,
  requestsClosedResponsesOpen,
  schemasDescribed,
  typesFit,
} from "./contract-rules/schemas.mjs";

/** The lint rules of this contract that neither a built-in nor a configurable rule can express. */
export default function contractPlugin() {
  return {
    id: "contract",
    rules: {
      oas3: {
        "access-declared": accessDeclared,
        "as-user-taken": asUserTaken,
        "codes-explained": codesExplained,
        "deprecation-explained": deprecationExplained,
        "descriptions-fit": descriptionsFit,
        "error-examples-fit": errorExamplesFit,
        "examples-fit-requests": examplesFitRequests,
        "examples-agree-with-seed": examplesAgreeWithSeed,
        "examples-consistent": examplesConsistent,
        "examples-documented": examplesDocumented,
        "fields-in-responses": fieldsInResponses,
        "files-used": filesUsed,
        "filters-differ": filtersDiffer,
        "header-examples-valid": headerExamplesValid,
        "interface-stated": interfaceStated,
        "names-exist": namesExist,
        "paging-declared": pagingDeclared,
        "requests-closed-responses-open": requestsClosedResponsesOpen,
        "requirements-shown": requirementsShown,
        "schemas-described": schemasDescribed,
        "servers-agree": serversAgree,
        "statuses-fit": statusesFit,
        "summary-fits": summaryFits,
        "types-fit": typesFit,
      },
    },
  };
}
