// Compiled from the tarball by each TypeScript, for browsers, Node and CommonJS: assertions about types, and the
// same calls run.
import {
  type Client,
  type ClientOptions,
  type components,
  createClient,
  createPartialClient,
  defineOperation,
  isApiError,
  metadataQuery,
  type Paginated,
  paginate,
  sharedLink,
} from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";

declare module "content-service-client" {
  interface paths {
    "/comments/{comment_id}": {
      get: {
        parameters: { path: { comment_id: string } };
        responses: { 200: { content: { "application/json": Comment } } };
      };
    };
  }
}
interface Comment {
  message: string;
}

type Schemas = components["schemas"];
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** `any` is assignable to everything, which would make all other assertions pass. */
export type IsChecked<T> = 0 extends 1 & T ? false : true;

/** Does not compile unless the type is `true`. */
export function holds<Claim extends true>(_claim?: Claim): void {}

export async function calls(options: ClientOptions): Promise<string> {
  const client = createClient(options);
  holds<IsChecked<typeof client>>();
  holds<Equal<typeof client, Client>>();

  const me = await client.getCurrentUser();
  holds<IsChecked<typeof me>>();
  holds<Equal<typeof me, Schemas["User"]>>();
  // @ts-expect-error: misspelt
  void me.logn;

  const narrow = await client.getCurrentUser({ query: { fields: ["login"] } });
  holds<IsChecked<typeof narrow>>();
  holds<Equal<typeof narrow, { type: "user"; id: string; name: string; login: string }>>();
  // @ts-expect-error: not asked for
  void narrow.status;

  const file = await client.updateFile({ path: { file_id: "4001" }, body: { name: "typed.pdf", tags: ["lease"] } });
  holds<IsChecked<typeof file>>();
  holds<Equal<typeof file.etag, string>>();

  const header = sharedLink({ url: "https://content.example/s/offer" });
  holds<IsChecked<typeof header>>();
  const item = await client.findSharedItem({ header });
  holds<IsChecked<typeof item>>();
  holds<Equal<typeof item, Schemas["File"] | Schemas["Folder"] | Schemas["WebLink"] | undefined>>();
  if (item?.type === "file") holds<Equal<typeof item.sha1, string>>();

  const condition = metadataQuery`amount >= ${100}`;
  holds<IsChecked<typeof condition>>();
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...condition };
  const pages = paginate(client.queryMetadata, { body, maxItems: 2 });
  holds<IsChecked<typeof pages>>();
  let found = 0;
  for await (const entry of pages) {
    holds<IsChecked<typeof entry>>();
    holds<Equal<typeof entry.id, string>>();
    found += 1;
  }

  const { data, response } = await client.http.GET("/users/me", { params: { query: { fields: ["login"] } } });
  holds<IsChecked<typeof data>>();
  holds<Equal<typeof response.status, number>>();

  const partial = createPartialClient({ getCurrentUser }, options);
  holds<IsChecked<typeof partial>>();
  const again = await partial.getCurrentUser();
  holds<Equal<typeof again, Schemas["User"]>>();
  // @ts-expect-error: left out
  void partial.updateFile;

  const rejected = await client
    .updateFile({ path: { file_id: "4001" }, header: { "If-Match": "no-such-etag" }, body: { name: "late.pdf" } })
    .catch((error: unknown) => error);
  if (!isApiError(rejected)) throw new Error("a stale etag was taken", { cause: rejected });
  holds<IsChecked<typeof rejected.status>>();
  holds<Equal<typeof rejected.requestId, string | undefined>>();

  return `${me.id} ${narrow.login} ${file.name} ${item?.type} ${found} ${response.status} ${again.id} ${rejected.code}`;
}

/** Never called: code that the compiler must reject. */
export async function rejections(client: Client): Promise<void> {
  // @ts-expect-error: misspelt, in a body
  await client.updateFile({ path: { file_id: "4001" }, body: { nam: "lease.pdf" } });
  // @ts-expect-error: misspelt, deeper down
  await client.updateFile({ path: { file_id: "4001" }, body: { lock: { access: "lock", expires: "never" } } });
  // @ts-expect-error: no such field
  await client.getCurrentUser({ query: { fields: ["logn"] } });
  // @ts-expect-error: an id is a string
  await client.deleteUser({ path: { user_id: 1004 } });
  // @ts-expect-error: no path
  await client.deleteUser({});
  // @ts-expect-error: not a list
  paginate(client.getCurrentUser);
  // @ts-expect-error: no such option
  createClient({ baseUrl: "https://api.content.example/2.0", auth: "token", timeoutSeconds: 3 });
}

/** Never called either: endpoints outside the contract. */
export async function otherEndpoints(options: ClientOptions): Promise<void> {
  const getComment = defineOperation<{ path: { comment_id: string } }, Comment>({
    method: "GET",
    path: "/comments/{id}",
  });
  const client = createClient({ ...options, operations: { getComment } });
  holds<IsChecked<typeof client>>();
  const path = { comment_id: "9101" };
  const comment = await client.getComment({ path });
  holds<Equal<typeof comment, Comment>>();
  const user = await client.asUser("1004").getCurrentUser();
  holds<Equal<typeof user, Schemas["User"]>>();
  const partial = createPartialClient({ getCurrentUser, getComment }, options);
  const same = await partial.getComment({ path });
  holds<Equal<typeof same, Comment>>();
  // @ts-expect-error: misspelt
  await client.getComment({ path: { id: "9101" } });

  const { data } = await client.http.GET("/comments/{comment_id}", { params: { path } });
  holds<Equal<typeof data, Comment | undefined>>();
  // @ts-expect-error: in no path
  await client.http.GET("/comments/{id}", { params: { path } });
}

/** Never called either: the stores, the tokens, and a type to name what `paginate` gives. */
export async function tokens(client: Client, options: RedisTokenStoreOptions): Promise<void> {
  const memory = memoryTokenStore({ refreshToken: "first" });
  holds<IsChecked<typeof memory>>();
  const redis = redisTokenStore(options);
  holds<IsChecked<typeof redis>>();
  const store: TokenStore = Math.random() > 0.5 ? memory : redis;
  const auth = refreshingAuth({
    authUrl: "https://auth.content.example",
    clientId: "id",
    clientSecret: "secret",
    store,
  });
  holds<IsChecked<typeof auth>>();
  const stored = await store.load();
  holds<Equal<NonNullable<typeof stored>["refreshToken"], string>>();
  const templates: Paginated<Schemas["MetadataTemplates"]> = paginate(client.listEnterpriseMetadataTemplates);
  for await (const page of templates.pages()) holds<IsChecked<typeof page>>();
}
