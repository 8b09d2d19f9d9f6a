/** Asks the mock for an answer by its status and the name of its example. */
export function prefer(init: RequestInit, example: string, status?: number): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("prefer", `${status === undefined ? "" : `code=${status}, `}example=${example}`);
  return { ...init, headers };
}
