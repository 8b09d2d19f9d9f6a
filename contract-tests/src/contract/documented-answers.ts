import { isJsonObject } from "./json.js";
import type { DocumentedResponse, MediaType, NamedExample, Operation } from "./operation.js";

/** One answer that the contract documents for an operation. */
export interface DocumentedAnswer {
  /** The status on the wire. */
  readonly status: number;
  /** The response of the contract that it comes from. */
  readonly response: DocumentedResponse;
  /** The media type of the body, or undefined when there is none. */
  readonly media: MediaType | undefined;
  /** The named example that is the body, or undefined when there is none. */
  readonly example: NamedExample | undefined;
}

/**
 * Lists what an operation can answer: each documented status with each of its named examples.
 *
 * An example of `default` says its status itself. It is left out where that status has a response of its own, since
 * that response would be the answer.
 *
 * Throws an `Error` when a documented body has no named example, or an example of `default` has no `status`.
 */
export function documentedAnswers(operation: Operation): DocumentedAnswer[] {
  const own = new Set(operation.responses.map(({ status }) => status));
  return operation.responses.flatMap((response): DocumentedAnswer[] => {
    const status = (example?: NamedExample) => statusOf(operation, response, example);
    if (response.content.length === 0) return [{ status: status(), response, media: undefined, example: undefined }];
    return response.content.flatMap((media) => {
      if (media.examples.length === 0) throw new Error(`There is no named example at ${media.pointer}`);
      const answers = media.examples.map((example) => ({ status: status(example), response, media, example }));
      return answers.filter((answer) => response.status !== "default" || !own.has(String(answer.status)));
    });
  });
}

function statusOf(operation: Operation, response: DocumentedResponse, example: NamedExample | undefined): number {
  const told = isJsonObject(example?.value) ? example.value["status"] : undefined;
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : told;
  if (typeof status === "number") return status;
  throw new Error(`${operation.id}: an example of ${response.status} does not say its status`);
}
