import type { ApiError } from "content-service-client";

/** The names of all that a refusal finds wrong with a request, sorted. */
export function namesIn({ body }: ApiError): string[] {
  const context = body !== undefined && "context_info" in body ? body.context_info : undefined;
  return (context?.errors ?? []).map(({ name }) => name ?? "").sort();
}
