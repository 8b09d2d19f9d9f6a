/** The contract as a model, for tools that read it themselves: operations, schemas, JSON pointers, requests. */
export * from "./contract/contract.js";
export * from "./contract/documented-answers.js";
export * from "./contract/json.js";
export * from "./contract/json-pointer.js";
export * from "./contract/load-contract.js";
export * from "./contract/operation.js";
export * from "./contract/schema-properties.js";
export * from "./exchange/read-body.js";
export * from "./exchange/read-parameter.js";
export * from "./exchange/rule-context.js";
export * from "./exchange/violation.js";
export * from "./rules/request-body.js";
export * from "./rules/request-content-type.js";
export * from "./rules/request-parameter.js";
