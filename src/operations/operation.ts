import type { OperationInfo } from "../request/call.js";

/** Options that every operation takes, beside its `path`, `query`, `header` and `body`. */
export interface CallOptions {
  /** Ends the call, its waits and its retries at once; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The attribute names that `fields` may list for a resource. */
export type FieldName<All> = All extends unknown ? Extract<keyof All, string> : never;

/**
 * What comes back for a list of `fields`: the standard representation `Standard` when none are given; `type`, `id`,
 * `name` (where the resource has one) and the listed attributes when they are; and every attribute of `All` as
 * optional when the list is only known at run time.
 */
export type Selection<Standard, All, Fields extends readonly string[]> = Fields extends readonly []
  ? Standard
  : number extends Fields["length"]
    ? All
    : Selected<All, Fields[number]>;

type Selected<All, Name extends string> = All extends unknown
  ? { [Key in Extract<keyof All, "type" | "id" | "name" | Name>]: Exclude<All[Key], undefined> }
  : never;

/**
 * An operation that answers with a page of a list. Call it for one page, or hand it to `paginate` for all of them.
 * `All` is `never` for a list that takes no `fields`.
 */
export interface PagedOperation<Options, Page extends { entries: readonly unknown[] }, All = never> {
  <const Fields extends readonly FieldName<All>[] = []>(
    ...args: PagedArguments<Options, All, Fields>
  ): Promise<PageOf<Page, All, Fields>>;
  /** The operation's `operationId`. */
  readonly operation: string;
  /** What the client knows of it. */
  readonly info: OperationInfo;
}

/** One page, its entries narrowed by `fields`. */
export type PageOf<Page extends { entries: readonly unknown[] }, All, Fields extends readonly string[]> = [
  All,
] extends [never]
  ? Page
  : Omit<Page, "entries"> & { entries: Selection<Page["entries"][number], All, Fields>[] };

/** The arguments of a paged operation; the options may be left out where nothing in them is required. */
export type PagedArguments<Options, All, Fields, More = unknown> =
  Partial<Options> extends Options
    ? [options?: WithFields<Options, All, Fields> & More]
    : [options: WithFields<Options, All, Fields> & More];

type WithFields<Options, All, Fields> = [All] extends [never] ? Options : Options & { query?: { fields?: Fields } };
