import type { ContractFault } from "./contract-fault.js";

/** Faults in the statuses that the operations answer with, and in the answers that all of them share. */
export const answerFaults: readonly ContractFault[] = [
  {
    title: "a 204 with content",
    file: "paths/users_{user_id}.yaml",
    find: "      description: The user was deleted. The response has no body.\n",
    replace:
      "      description: The user was deleted.\n      content:\n        application/json:\n          schema:\n            $ref: ../components/schemas/User.yaml\n          examples: { full: { $ref: ../components/examples/FileFull.yaml } }\n",
    caughtBy: "rule/no-content-where-empty",
  },
  {
    title: "a 200 without content",
    file: "paths/oauth2_token.yaml",
    find: '    "200":\n      x-assumed: D40\n',
    replace: '    "202":\n      description: Later.\n    "200":\n      x-assumed: D40\n',
    caughtBy: "rule/content-where-not-empty",
  },
  {
    title: "an operation that does not document the unexpected error",
    file: "paths/users_me.yaml",
    find: "    default:\n      $ref: ../components/responses/UnexpectedError.yaml\n",
    replace: "",
    caughtBy: "rule/always-answered",
  },
  {
    title: "an operation with a token that cannot answer 401",
    file: "paths/web_links.yaml",
    find: '    "401":\n      $ref: ../components/responses/Unauthorized.yaml\n',
    replace: "",
    caughtBy: "rule/unauthorized-answered",
  },
  {
    title: "a 429 that is not the shared one",
    file: "paths/users_me.yaml",
    find: "../components/responses/TooManyRequests.yaml",
    replace: "../components/responses/Forbidden.yaml",
    caughtBy: "rule/too-many-requests-shared",
  },
  {
    title: "a creation that answers 200 instead of 201",
    file: "paths/tasks.yaml",
    find: '    "201":',
    replace: '    "200":',
    caughtBy: "rule/success-created",
  },
  {
    title: "a read that answers 201 as well",
    file: "paths/web_links.yaml",
    find: '    "200":',
    replace: '    "201":',
    caughtBy: "rule/success-ok",
  },
  {
    title: "a delete that answers 200 instead of 204",
    file: "paths/users_{user_id}.yaml",
    find: '    "204":',
    replace: '    "202":',
    caughtBy: "rule/success-empty",
  },
  {
    title: "an unchanged item that is answered with a redirect",
    file: "paths/shared_items.yaml",
    find: '    "304":',
    replace: '    "302":',
    caughtBy: "rule/not-modified",
  },
  {
    title: "a 401 that is not the shared one",
    file: "paths/users_me.yaml",
    find: "../components/responses/Unauthorized.yaml",
    replace: "../components/responses/Forbidden.yaml",
    caughtBy: "rule/unauthorized-shared",
  },
  {
    title: "an unexpected error that is not the shared one",
    file: "paths/web_links.yaml",
    find: "../components/responses/UnexpectedError.yaml",
    replace: "../components/responses/TooManyRequests.yaml",
    caughtBy: "rule/unexpected-error-shared",
  },
  {
    title: "a 405 that does not say which methods there are",
    file: "components/responses/MetadataMethodNotAllowed.yaml",
    find: "headers:\n  Allow:\n    $ref: ../headers/Allow.yaml\n",
    replace: "",
    caughtBy: "rule/method-not-allowed-names-methods",
  },
];
