/** Hands on what the types of the client forbid, as plain JavaScript could, so that the service has to refuse it. */
export function unchecked<T>(value: unknown): T {
  // Being wrong is the point of such a value.
  return value as T;
}
