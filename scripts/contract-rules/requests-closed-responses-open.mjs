import { bodiesOf } from "./bodies-of.mjs";
import { isRecord } from "./reading.mjs";
import { schemasIn, takesType } from "./schemas-in.mjs";

/**
 * Requests are strict and responses tolerant, at any depth: an object of a request is closed, an object of a response says
 * that it is open, an enum of a request accepts its values only, an enum of a response is in an `anyOf` with a plain string.
 */
export function requestsClosedResponsesOpen() {
  const seenInRequests = new Set();
  const seenInResponses = new Set();
  return {
    RequestBody: { enter: (body, ctx) => checkEach(body, ctx, requestProblem, seenInRequests) },
    Response: { enter: (response, ctx) => checkEach(response, ctx, responseProblem, seenInResponses) },
  };
}

function checkEach(holder, { location: at, resolve, report }, problemOf, seen) {
  for (const { mediaType, location } of bodiesOf(holder, at)) {
    for (const found of schemasIn(mediaType.schema, location.child("schema"), resolve, seen)) {
      const message = problemOf(found);
      if (message) report({ message, location: found.location });
    }
  }
}

function requestProblem({ schema, isOpened }) {
  if (schema.enum && isOpened) return "An enum of a request is closed: remove the plain string beside it.";
  if (!isObject(schema) || schema.additionalProperties === false || isMap(schema)) return undefined;
  return "An object of a request is closed: give it `additionalProperties: false`.";
}

function responseProblem({ schema, isOpened }) {
  if (schema.enum && takesType(schema, "string") && !isOpened) {
    return "An enum of a response is open: put it in an `anyOf` with `type: string`.";
  }
  if (!isObject(schema) || schema.additionalProperties === true || isMap(schema)) return undefined;
  // Beside named properties, a schema for the others opens the object and describes them.
  if (isRecord(schema.additionalProperties)) return undefined;
  return "An object of a response is open: give it `additionalProperties: true`.";
}

const isObject = (schema) => takesType(schema, "object") || schema.properties !== undefined;

// The caller chooses the keys of an object without named properties; its schema describes their values.
const isMap = (schema) => schema.properties === undefined && Boolean(schema.additionalProperties);
