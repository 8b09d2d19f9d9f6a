import type { Contract } from "./contract.js";
import type { Operation } from "./operation.js";
import { schemaProperties } from "./schema-properties.js";

/** The operation of the token server (RFC 6749, section 6): that whose form has a `grant_type` and a `refresh_token`. */
export function tokenOperation(contract: Contract): Operation | undefined {
  return contract.operations.find(({ requestBody }) =>
    requestBody?.content.some(({ type, schema }) => {
      if (type !== "application/x-www-form-urlencoded" || schema === undefined) return false;
      const form = schemaProperties(contract, schema, {});
      return form.has("grant_type") && form.has("refresh_token");
    }),
  );
}

/** The operation that shows the user who calls (`scope: caller` in `x-access`). */
export function callerOperation({ operations }: Contract): Operation | undefined {
  return operations.find(({ access }) => access.scope === "caller");
}
