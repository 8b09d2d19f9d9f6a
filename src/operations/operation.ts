import type { HeadersOptions } from "openapi-fetch";
import type { CallPromise } from "./call-options.js";

export type { CallOptions, CallPromise, CallResult, CallSettings, RetryOptions } from "./call-options.js";

/** What the client knows of an operation at run time. */
export interface OperationInfo {
  /** The HTTP method. */
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  /** A POST that only reads (`x-reads`), so it can be retried. */
  readonly safe?: true;
  /** Belongs to the token server and carries no access token. */
  readonly token?: true;
  /** Another possible cause of a 5xx than the service. */
  readonly hint?: string;
  /** The secret properties of its body (`format: password`); no error repeats them. */
  readonly secrets?: readonly string[];
  /** A successful response has no body. */
  readonly empty?: true;
  /** The media type of its body. Others than JSON and URL-encoded forms need `codec`. @default "application/json" */
  readonly contentType?: string;
  /** With `codec` and another `contentType` than JSON: a call may have no body. Otherwise that is a `TypeError`. */
  readonly optionalBody?: true;
  /** The arrays in its query whose names are repeated (`explode: true`). Others are comma-separated. */
  readonly explode?: readonly string[];
  /** How its list is paged; undefined for an operation that is not a list. */
  readonly paging?: Paging;
  /** Choose the serializers of openapi-fetch for each request, from those of the caller. */
  readonly serializers?: readonly Serializer[];
  /** Carries bodies other than JSON: `bytes` of `content-service-client/bytes`. */
  readonly codec?: Codec;
  /** With `codec`: the form of the body of a success, where the call does not choose another. @default "json" */
  readonly as?: string;
  /** With `codec`, for a GET: follows redirects to other hosts, without the token. */
  readonly redirects?: true;
  /** Sends a request with its credentials: `secured` of `content-service-client/openapi`. @default a bearer token */
  security?(request: OperationRequest, send: unknown): Promise<Response>;
  /** Writes parameters that are objects or have a style: `styled` of `content-service-client/openapi`. */
  readonly parameters?: ParameterWriter;
  /** Whether the body of a success says that it is an error. */
  readonly isError?: (data: unknown, call: OperationRequest["call"]) => boolean;
  /** Reads the `code` and the `message` of an error body in another form: `anyError` of `content-service-client/openapi`. */
  readError?(body: unknown): object | undefined;
  /** Change and check each request before it is sent; throw a `TypeError` for an invalid one. */
  readonly hooks?: readonly ((request: OperationRequest) => void)[];
}

/** Carries the bodies of an operation in other forms than JSON. */
export interface Codec {
  /** Its own options of a call, by their names. */
  readonly options: object;
  /** Leaves the body to `hook`. */
  readonly serializer: Serializer;
  /** Checks and encodes the body. */
  hook(request: OperationRequest): void;
  /** Sends the request of an attempt, and receives the response. */
  exchange(attempt: { readonly request: OperationRequest }): Promise<Response>;
}

/** Writes the parameters of a call as text. */
export interface ParameterWriter {
  /** Writes query, headers and cookies, and returns the options of the call. */
  readonly encode: (options: object) => object;
  /** Writes the path. */
  readonly serializer: Serializer;
  /** Writes the properties of a form. */
  readonly form: (body: unknown) => unknown;
}

/** Chooses serializers of openapi-fetch for a request, from those of the caller. */
type Serializer = (options: SerializerOptions, call: OperationRequest["call"]) => SerializerOptions;

/** How a list is paged (`x-paging`). */
export interface Paging {
  /** Where `marker` is sent. */
  readonly marker: "query" | "body";
  /** Whether marker paging needs `usemarker=true`. */
  readonly usemarker?: true;
  /** The highest `offset` that the contract allows; undefined without offset paging. */
  readonly maxOffset?: number;
  /** Reads the pages of a list with other names: `listPages` of `content-service-client/openapi`. */
  read?(list: never): (options: object) => Promise<{ readonly entries: readonly unknown[] }>;
}

/** A request as the hooks of an operation see it. */
export interface OperationRequest {
  /** The absolute URL. A hook may replace it. */
  url: string;
  /** The serialized body: a string, unless the operation has a `codec`. A hook may replace it. */
  body: unknown;
  /** The headers. A hook may change them. */
  readonly headers: Headers;
  /** The call: its operation, the secrets to remove from errors, and the client's settings. */
  readonly call: {
    url: string;
    readonly info: OperationInfo;
    readonly secrets: string[];
    readonly settings: {
      readonly baseUrl: string;
      readonly authUrl?: string | undefined;
      readonly brandHeader: string;
      readonly allowInsecure?: boolean | undefined;
    };
  };
}

/** The serializers of a request, as openapi-fetch takes them. */
export interface SerializerOptions {
  readonly pathSerializer?: (template: string, values: Readonly<Record<string, unknown>>) => string;
  readonly querySerializer?: (query: Readonly<Record<string, unknown>>) => string;
  readonly bodySerializer?: (body: unknown, headers?: Headers) => unknown;
  /** They decide how openapi-fetch serializes a body. */
  readonly headers?: HeadersOptions;
  readonly body?: unknown;
  readonly middleware?: readonly object[];
}

/** The attribute names that `fields` may list for a resource. */
export type FieldName<All> = All extends unknown ? Extract<keyof All, string> : never;

declare const noFields: unique symbol;

/** Stands for a call without `fields`. No list has this type: `ReturnType` of a method sees it, and the compiler alone. */
interface NoFields {
  readonly [noFields]: never;
}

/** What `fields` may be for a resource: in a body also with paths into attributes, such as `metadata.global.properties`. */
export type FieldList<All, Place = "query"> =
  | readonly (FieldName<All> | (Place extends "body" ? string & {} : never))[]
  | NoFields;

/** Where an operation takes the `fields` that narrow its response. */
export type FieldsPlace = "query" | "body";

/** The query of a call. An optional parameter that is undefined is not sent. Null has no form there. */
export type Query<Parameters> = {
  [Name in keyof Parameters]:
    | Exclude<Parameters[Name], null>
    | (Partial<Pick<Parameters, Name>> extends Pick<Parameters, Name> ? undefined : never);
};

/** The `fields` of an operation that narrow its response. */
export interface FieldsQuery<Fields> {
  /** The attributes of the response: it has `type`, `id`, `name` and these. Without it, it has the standard attributes. */
  fields?: Fields;
}

/**
 * The result for a list of `fields`. Without `fields`: the standard representation. With them: `type`, `id`, `name`
 * (where the resource has one) and the listed attributes. An attribute that is only known at run time to be listed is
 * optional: all of them for a list of unknown names, both for `condition ? "status" : "phone"`.
 */
export type Selection<Standard, All, Fields> = [NoFields] extends [Fields]
  ? Standard
  : Fields extends readonly []
    ? Standard
    : Fields extends readonly string[]
      ? number extends Fields["length"]
        ? All
        : [Fields[number]] extends [Certain<Fields>]
          ? Selected<All, Fields[number]>
          : Selected<All, Certain<Fields>> & Partial<Selected<All, Fields[number]>>
      : never;

type Selected<All, Name extends string> = All extends unknown
  ? { [Key in Extract<keyof All, "type" | "id" | "name" | AttributeIn<Name>>]: Exclude<All[Key], undefined> }
  : never;

type AttributeIn<Name extends string> = Name extends `${infer Attribute}.${string}` ? Attribute : Name;

/** The names that stand alone in their place of a list. */
type Certain<Fields extends readonly string[]> = {
  [Place in keyof Fields]: IsUnion<Fields[Place]> extends true ? never : Fields[Place];
}[number];

type IsUnion<Type, All = Type> = Type extends unknown ? ([All] extends [Type] ? false : true) : never;

/**
 * An operation that returns a page of a list. Call it for one page, or pass it to `paginate` for all of them. `All` is
 * `never` for a list without `fields`, and `Place` where it takes them.
 */
export interface PagedOperation<
  Options,
  Page extends { entries: readonly unknown[] },
  All = never,
  Place extends FieldsPlace = "query",
> extends PagedMembers<Options, Page, All, Place> {
  <const Fields extends FieldList<All, Place> = []>(
    ...args: PagedArguments<Options, All, Fields, Place>
  ): CallPromise<PageOf<Page, All, Fields>>;
}

/** What `paginate` takes: a paged operation, or your own function around one: `Object.assign(async (…) => …, { operation, info })`. */
export interface Pageable<Options, Page, All, Place extends FieldsPlace = FieldsPlace>
  extends PagedMembers<Options, Page, All, Place> {
  (options: never): Promise<{ entries: readonly unknown[] }>;
}

interface PagedMembers<Options, Page, All, Place> {
  /** The operation's `operationId`. */
  readonly operation: string;
  /** Its row in the operation table. `types` is never set: from it `paginate` infers the types. */
  readonly info: OperationInfo & {
    readonly types?: { readonly options: Options; readonly page: Page; readonly all: All; readonly place: Place };
  };
}

/** One page, its entries narrowed by `fields`. */
export type PageOf<Page extends { entries: readonly unknown[] }, All, Fields> = [All] extends [never]
  ? Page
  : [NoFields] extends [Fields]
    ? Page
    : Fields extends readonly []
      ? Page
      : Omit<Page, "entries"> & { entries: Selection<Page["entries"][number], All, Fields>[] };

/** The arguments of a paged operation; the options are optional where no member is required. */
export type PagedArguments<Options, All, Fields, Place extends FieldsPlace = "query", More = unknown> =
  Partial<Options> extends Options
    ? [options?: WithFields<Options, All, Fields, Place> & More]
    : [options: WithFields<Options, All, Fields, Place> & More];

/** The options with the `fields` where they are taken. In a condition around the member, TypeScript would not infer them. */
export type WithFields<Options, All, Fields, Place extends FieldsPlace> = Options & {
  [Name in FieldsPlace]?:
    | ((FieldsQuery<Fields> | Unnarrowed<Name, All, Place>) & (Name extends keyof Options ? unknown : never))
    | undefined;
};

type Unnarrowed<Name, All, Place> = Name extends Place ? ([All] extends [never] ? unknown : never) : unknown;
