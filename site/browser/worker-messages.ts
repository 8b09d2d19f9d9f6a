/** A request to the sandbox in the worker. It answers at the port that comes with it. */
export interface WorkerRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string | null;
  /** The world to go on with, as text, when it is not the one that the worker has. */
  readonly world: string | null;
}

/** What the worker answers. */
export type WorkerAnswer =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly body: string | null;
      /** The world afterwards, as text, when the request may have changed it. */
      readonly world: string | null;
    }
  /** The sandbox did not start, or could not answer. */
  | { readonly problem: string };
