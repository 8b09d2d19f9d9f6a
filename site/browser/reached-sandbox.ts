/** A sandbox that the forms of a page can reach. */
export interface ReachedSandbox {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Tells the reader which one it is. */
  readonly note: string;
  /** Tells the reader that nothing came back. */
  readonly silence: string;
  /** Called when a request is likely to follow. */
  readonly prepare: () => void;
  readonly fetch: (request: Request) => Promise<Response>;
}
