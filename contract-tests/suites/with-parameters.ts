import type { CallInput, Operation, Parameter } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/** The input of a call with the values that a target has for parameters of the operation. */
export function withParameters(operation: Operation, input: CallInput, { parameters }: TargetAddress): CallInput {
  const given = (place: Parameter["in"]) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .flatMap(({ name }) => Object.entries(parameters).filter(([key]) => key === name)),
    );
  return {
    ...input,
    path: { ...input.path, ...given("path") },
    query: { ...input.query, ...given("query") },
    header: { ...input.header, ...given("header") },
  };
}
