export { type ClientCredentialsOptions, clientCredentials } from "./client-credentials.js";
export { anyError, type ErrorOf, isErrorOf } from "./errors.js";
export { type ListDescription, listPages, type OtherList } from "./lists.js";
export { type ParameterStyle, type StyledParameter, styled } from "./parameter-styles.js";
export { accepting, atServer, type Credential, credentials, type SecurityScheme, secured } from "./security.js";
