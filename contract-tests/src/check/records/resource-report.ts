import { errorCodeOf } from "content-service-contract";
import { cutText } from "content-service-contract/text";
import type { Effects, ResourceReport } from "../../report/report.js";
import { BARRED } from "../../report/resource-lines.js";
import { operationsByKind, ROLES } from "../resources/operations.js";
import { effectsOf } from "../resources/resources.js";
import { isPermitted, jsonOf } from "../session/check.js";
import { valuesIn } from "../session/record-views.js";
import type { Step, Trace } from "./trace.js";

/** What the calls of a plan did with the records of its resource. */
export function resourceReport({ resource, steps, gaps }: Trace, permitted: Effects): ResourceReport {
  const needed = effectsOf(resource);
  const hasRecord = steps.some(({ subject, isSuccess }) => subject?.resource === resource && isSuccess);
  const operations = operationsByKind(resource).map(([kind, operation]) => {
    const calls = steps.filter((one) => one.operation === operation);
    const usual = calls.findLast(({ purpose }) => purpose === undefined);
    const isRead = kind === "read" || kind === "list";
    const barrier = isRead || isPermitted(needed, permitted) ? undefined : `${BARRED}${needed} effects`;
    const missing = kind === "create" || kind === "list" || hasRecord ? gaps[0] : "there was no record";
    const problem = rejection(usual ?? calls.at(-1)) ?? barrier ?? missing ?? "no call was possible";
    const isCalled = calls.some(({ isSuccess }) => isSuccess);
    return { role: ROLES[kind], operation: operation.id, ...(isCalled ? {} : { problem }) };
  });
  return { collection: resource.collection, operations };
}

/** The status of an error and what the error says, such as `409 The book is on loan`. */
export function rejection(step: Step | undefined): string | undefined {
  if (step === undefined) return undefined;
  const body = jsonOf(step.exchange);
  const [sentence = errorCodeOf(body) ?? ""] = valuesIn(body)
    .filter((one) => one.includes(" "))
    .toSorted((one, other) => other.length - one.length);
  return `${step.exchange.response.status} ${cutText(sentence, MOST_CHARACTERS)}`.trimEnd();
}

const MOST_CHARACTERS = 120;
