import { follow, isRecord, listOf } from "./reading.mjs";

/** Answers the parameters of an operation, those of its path included, with every `$ref` followed. */
export function parametersOf(operation, location, pathItem, pathLocation, resolve) {
  const shared = listOf(pathItem.parameters).map((parameter) => follow(parameter, pathLocation, resolve).node);
  const own = listOf(operation.parameters).map((parameter) => follow(parameter, location, resolve).node);
  return [...shared, ...own].filter(isRecord);
}
