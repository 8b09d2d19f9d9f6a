import type { OperationRequest } from "../operations/operation.js";

/** Creates a hook that sends the media types that an operation reads (`Accept`), where the call has no such header. */
export function accepting(types: string): (request: OperationRequest) => void {
  return ({ headers }) => {
    if (!headers.has("accept")) headers.set("accept", types);
  };
}
