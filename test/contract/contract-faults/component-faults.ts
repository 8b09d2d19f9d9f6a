import type { FaultsByFile } from "./contract-fault.js";

/** Faults in the components. */
export const componentFaults: FaultsByFile = {
  "components/schemas/MetadataTemplateFieldCreate.yaml": [
    [
      "an unused file",
      "      $ref: MetadataTemplateOptionCreate.yaml\n",
      "      type: string\n      description: One choice.\n",
      "contract/files-used",
    ],
  ],
  "components/responses/MetadataMethodNotAllowed.yaml": [
    [
      "a 405 that does not name the allowed methods",
      "headers:\n  Allow:\n    $ref: ../headers/Allow.yaml\n",
      "",
      "rule/method-not-allowed-names-methods",
    ],
  ],
  "components/schemas/WebLinkCreate.yaml": [
    [
      "a request that is open",
      "description: The web link to create.\nadditionalProperties: false",
      "description: The web link to create.\nadditionalProperties: true",
      "contract/requests-closed-responses-open",
    ],
  ],
  "components/schemas/FileUpdate.yaml": [
    [
      "an object deep in a request that is not marked as closed",
      "    description: The folder to move the file to.\n    additionalProperties: false\n",
      "    description: The folder to move the file to.\n",
      "contract/requests-closed-responses-open",
    ],
    ["any number of tags", "    maxItems: 100\n", "", "contract/limits-kept"],
    ["a renamed property with a limit", "  tags:\n", "  labels:\n", "contract/limits-kept"],
  ],
  "components/schemas/MetadataQuery.yaml": [
    [
      "a metadata query whose page size is rejected above a maximum",
      "    default: 20\n",
      "    maximum: 100\n    default: 20\n",
      "contract/limits-kept",
    ],
  ],
  "components/schemas/CollaborationCreate.yaml": [
    [
      "a role with an underscore where the interface has a space",
      "previewer uploader, viewer",
      "previewer_uploader, viewer",
      "contract/limits-kept",
    ],
  ],
  "components/schemas/FolderFields.yaml": [
    [
      "a size of any number of bits",
      "    type: integer\n    format: int64\n",
      "    type: integer\n",
      "contract/types-fit",
    ],
  ],
  "components/schemas/FileVersionRetention.yaml": [
    [
      "a time in any form",
      "    format: date-time\n    description: When the retention started.",
      "    description: When the retention started.",
      "contract/types-fit",
    ],
  ],
  "components/schemas/UserFields.yaml": [
    [
      "a response that is closed",
      "additionalProperties: true",
      "additionalProperties: false",
      "contract/requests-closed-responses-open",
    ],
  ],
  "components/schemas/PathCollection.yaml": [
    [
      "an object of a response that is not marked as open",
      "additionalProperties: true\n",
      "",
      "contract/requests-closed-responses-open",
    ],
  ],
  "components/schemas/CollaborationFields.yaml": [
    [
      "an enum of a response that accepts no other values",
      "        enum: [accepted, pending, rejected]\n      - type: string\n",
      "        enum: [accepted, pending, rejected]\n      - type: string\n        enum: [expired]\n",
      "contract/requests-closed-responses-open",
    ],
    [
      "a format that no validator knows",
      "    format: date-time\n    description: When the collaborator was invited.",
      "    format: datetime\n    description: When the collaborator was invited.",
      "rule/known-format",
    ],
  ],
  "components/schemas/FileLock.yaml": [
    ["a property without a description", "    description: The id of the lock.\n", "", "contract/schemas-described"],
    [
      "a schema without a description",
      "description: A lock on a file. Only the user who created the lock can rename, move or change the file.\n",
      "",
      "contract/schemas-described",
    ],
  ],
  "components/schemas/TaskAssignmentMini.yaml": [
    [
      "the single example of a schema that OpenAPI 3.1 deprecates",
      "properties:\n",
      "example: {}\nproperties:\n",
      "rule/one-kind-of-example-schema",
    ],
  ],
  "components/schemas/SharedLink.yaml": [
    [
      "a mark for an assumption that is not the id of a decision",
      "x-assumed: D15",
      "x-assumed: D5",
      "rule/assumed-names-a-decision",
    ],
  ],
  "components/headers/RetryAfter.yaml": [
    [
      "an example of a header that does not match its schema",
      "example: 5",
      "example: 5 seconds",
      "contract/header-examples-valid",
    ],
    [
      "a header without a description",
      "description: The number of whole seconds to wait before a retry.\n",
      "",
      "rule/header-described",
    ],
  ],
  "components/headers/Allow.yaml": [
    ["a header without an example", "example: GET, POST, DELETE\n", "", "rule/one-kind-of-example-header"],
  ],
  "components/responses/AdminOnly.yaml": [
    [
      "an error body that is invalid of the shared schemas",
      "$ref: ../schemas/Error.yaml",
      "$ref: ../schemas/ErrorContext.yaml",
      "rule/error-body",
    ],
    [
      "a media type whose named examples are all gone",
      "    examples:\n",
      "    examples: {}\n    x-examples:\n",
      "rule/examples-not-empty",
    ],
  ],
  "components/responses/Forbidden.yaml": [
    [
      "a response without a description",
      "description: The caller does not have the permission.",
      'description: ""',
      "rule/response-described",
    ],
  ],
  "components/examples/FileFull.yaml": [
    [
      "an example with a property that no schema documents",
      "  item_status: active\n",
      "  item_status: active\n  item_state: active\n",
      "contract/examples-documented",
    ],
  ],
  "components/examples/RetentionsLastPage.yaml": [
    ["a last page with a next marker", "next_marker: null", "next_marker: eyJpIjoyfQ", "contract/examples-consistent"],
  ],
  "components/examples/FolderFull.yaml": [
    [
      "an example without an attribute that the standard representation always has",
      "  item_status: active\n",
      "",
      "contract/fields-in-responses",
    ],
  ],
  "components/responses/UnexpectedError.yaml": [
    ["an unexpected error with a status that is no error", "status: 422", "status: 302", "contract/error-examples-fit"],
  ],
  "components/examples/FileLocked.yaml": [
    [
      "a user with another name in one of the examples",
      "name: Contract Owner",
      "name: Contract owner",
      "contract/examples-agree-with-seed",
    ],
  ],
  "components/examples/OffsetTooLarge.yaml": [
    ["a named example without a summary", "summary: The offset is above 300000.\n", "", "rule/named-example-explained"],
    ["a requirement id that is invalid", "x-requirement: LM-06", "x-requirement: LM06", "rule/requirement-ids"],
  ],
  "components/examples/AsUserForbidden.yaml": [
    ["a requirement whose named example is gone", "x-requirement: ER-36\n", "", "contract/requirements-shown"],
  ],
  "components/parameters/UseMarker.yaml": [
    [
      "a parameter with a single example and named ones",
      "example: true\n",
      "example: true\nexamples:\n  yes: { summary: By marker., value: true }\n",
      "rule/one-kind-of-example-parameter",
    ],
  ],
};
