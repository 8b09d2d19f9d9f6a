import type { FaultsByFile } from "./contract-fault.js";

/** Faults in the root document and the paths. */
export const operationFaults: FaultsByFile = {
  "openapi.yaml": [
    ["a base address without encryption", "default: https://api", "default: http://api", "rule/server-variable-https"],
  ],
  "paths/oauth2_token.yaml": [
    [
      "a token address without encryption",
      'url: "{auth_url}"',
      "url: http://auth.content.example",
      "rule/server-https",
    ],
    [
      "a token operation with `As-User`",
      "  security: []\n",
      "  security: []\n  parameters:\n    - $ref: ../components/parameters/AsUser.yaml\n",
      "contract/as-user-taken",
    ],
    [
      "a 200 without content",
      '    "200":\n      x-assumed: D40\n',
      '    "202":\n      description: Later.\n    "200":\n      x-assumed: D40\n',
      "rule/content-where-not-empty",
    ],
  ],
  "paths/users_me.yaml": [
    [
      "a GET with a body",
      "  operationId: getCurrentUser\n",
      "  operationId: getCurrentUser\n  requestBody:\n    required: true\n    description: The choice.\n    content:\n      application/json:\n        schema: { type: string }\n        examples: { one: { summary: One., value: login } }\n",
      "rule/no-body-on-reads-and-deletes",
    ],
    [
      "an operation with an example of `fields` but no such parameter",
      "    - $ref: ../components/parameters/Fields.yaml\n",
      "",
      "contract/fields-in-responses",
    ],
    [
      "an operation without the response for unexpected errors",
      "    default:\n      $ref: ../components/responses/UnexpectedError.yaml\n",
      "",
      "rule/common-errors-documented",
    ],
    [
      "a 429 that is not the shared one",
      "../components/responses/TooManyRequests.yaml",
      "../components/responses/Forbidden.yaml",
      "rule/too-many-requests-shared",
    ],
    [
      "a 401 that is not the shared one",
      "../components/responses/Unauthorized.yaml",
      "../components/responses/Forbidden.yaml",
      "rule/unauthorized-shared",
    ],
    [
      "a media type with one example and no named ones",
      "          examples:\n            bad_request:\n              summary: An attribute in `fields` is empty.\n              value:",
      "          example:",
      "rule/media-type-examples",
    ],
  ],
  "paths/web_links.yaml": [
    ["a creation in a folder without a 404", '    "404":\n', '    "410":\n', "contract/statuses-fit"],
    [
      "an operation id that does not start with a verb",
      "operationId: createWebLink",
      "operationId: webLinkCreate",
      "rule/operation-id",
    ],
    [
      "a summary that is a sentence",
      "summary: Create a web link\n",
      "summary: Creates a web link in a folder.\n",
      "rule/summary-short",
    ],
    [
      "a body that does not state whether it is required",
      "    required: true\n    description: The web link to create.\n",
      "    description: The web link to create.\n",
      "rule/request-body-required-stated",
    ],
    [
      "an operation with a token that has no 401 response",
      '    "401":\n      $ref: ../components/responses/Unauthorized.yaml\n',
      "",
      "rule/unauthorized-documented",
    ],
    ["a read that responds with 201 as well", '    "200":', '    "201":', "rule/success-ok"],
    [
      "an unexpected error that is not the shared one",
      "../components/responses/UnexpectedError.yaml",
      "../components/responses/TooManyRequests.yaml",
      "rule/unexpected-error-shared",
    ],
  ],
  "paths/tasks.yaml": [
    ["a creation that responds with 200 instead of 201", '    "201":', '    "200":', "rule/success-created"],
  ],
  "paths/shared_items.yaml": [
    ["a header that is neither required nor optional", "      required: true\n", "", "rule/parameter-required-stated"],
    ["an unchanged item with a redirect as its response", '    "304":', '    "302":', "rule/not-modified"],
  ],
  "paths/file_version_retentions.yaml": [
    [
      "a list without its pagination",
      "  x-paging:\n    schemes: [offset, marker]\n    marker: query\n",
      "",
      "contract/paging-declared",
    ],
  ],
  "paths/metadata_queries_execute_read.yaml": [
    [
      "a marker that is documented in the query and sent in the body",
      "marker: body",
      "marker: query",
      "contract/paging-declared",
    ],
  ],
  "paths/users_{user_id}.yaml": [
    [
      "a 204 with content",
      "      description: The user was deleted. The response has no body.\n",
      "      description: The user was deleted.\n      content:\n        application/json:\n          schema:\n            $ref: ../components/schemas/User.yaml\n          examples: { full: { $ref: ../components/examples/FileFull.yaml } }\n",
      "rule/no-content-where-empty",
    ],
    ["a delete that responds with 200 instead of 204", '    "204":', '    "202":', "rule/success-empty"],
  ],
  "paths/files_{file_id}_metadata_{scope}_{template_key}.yaml": [
    [
      "a code that belongs to another status",
      "code: tuple_already_exists",
      "code: schema_validation_failed",
      "contract/error-examples-fit",
    ],
  ],
};
