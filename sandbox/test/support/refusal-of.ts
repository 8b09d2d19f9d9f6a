import { ApiError } from "content-service-client";

/** The error with which the service refuses a call. Throws when it does not, or when the call fails otherwise. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error("The call was not refused"),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}
