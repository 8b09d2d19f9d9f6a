import { parametersOf } from "./reading.mjs";

/** Every operation that needs a token accepts the `As-User` header; an operation without a token does not. */
export function asUserTaken() {
  return {
    PathItem: {
      Operation: {
        enter(operation, { location, parentLocations, resolve, report }, { PathItem }) {
          const parameters = parametersOf(operation, location, PathItem, parentLocations.PathItem, resolve);
          const takes = parameters.some((parameter) => parameter.in === "header" && parameter.name === "As-User");
          const needsToken = operation.security?.length !== 0;
          if (takes === needsToken) return;
          const message = needsToken
            ? "The operation needs a token but has no `As-User`: refer to the shared parameter."
            : "The operation needs no token: remove `As-User`.";
          report({ message, location: location.child("parameters").key() });
        },
      },
    },
  };
}
