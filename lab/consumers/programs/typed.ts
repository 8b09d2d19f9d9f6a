// Compiled from the tarballs by each TypeScript, for browsers, Node and CommonJS: assertions about types, and calls.
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
  type SharedItem,
  sharedLink,
} from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { redisTokenStore } from "content-service-client/redis-token-store";
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
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** `any` is assignable to everything, which would make all other assertions pass. */
export type IsChecked<T> = 0 extends 1 & T ? false : true;

/** Does not compile unless the type is `true`. */
export function holds<Claim extends true>(_claim?: Claim): void {}

export async function calls(options: ClientOptions): Promise<string> {
  const client = createClient(options);
  holds<Equal<typeof client, Client>>();
  holds<IsChecked<typeof client>>();

  const me = await client.getCurrentUser();
  holds<Equal<typeof me, Schemas["User"]>>();
  // @ts-expect-error: misspelt
  void me.logn;
  const narrow = await client.getCurrentUser({ query: { fields: ["login"] } });
  holds<Equal<typeof narrow, { type: "user"; id: string; name: string; login: string }>>();

  const file = await client.updateFile({ path: { file_id: "4001" }, body: { name: "typed.pdf", tags: ["lease"] } });
  holds<Equal<typeof file.etag, string>>();
  const item = await client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/offer" }) });
  holds<Equal<typeof item, SharedItem>>();
  if (item.type === "file") holds<Equal<typeof item.sha1, string>>();

  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...metadataQuery`amount >= ${100}` };
  let found = 0;
  for await (const entry of paginate(client.queryMetadata, { body, maxItems: 2 })) {
    holds<Equal<typeof entry.id, string>>();
    found += 1;
  }
  const { data } = await client.http.GET("/users/me", { params: { query: { fields: ["login"] } } });
  holds<IsChecked<typeof data>>();
  const again = await createPartialClient({ getCurrentUser }, options).getCurrentUser();
  holds<Equal<typeof again, Schemas["User"]>>();

  const rejected = await client
    .updateFile({ path: { file_id: "4001" }, header: { "If-Match": "no-such-etag" }, body: { name: "late.pdf" } })
    .catch((error: unknown) => error);
  if (!isApiError(rejected)) throw new Error("a stale etag works", { cause: rejected });
  holds<Equal<typeof rejected.requestId, string | undefined>>();
  return `${me.id} ${narrow.login} ${file.name} ${item?.type} ${found} ${rejected.code}`;
}

/** Never called: code that the compiler must reject. */
export async function rejections(client: Client): Promise<void> {
  // @ts-expect-error: misspelt, in a body
  await client.updateFile({ path: { file_id: "4001" }, body: { nam: "lease.pdf" } });
  // @ts-expect-error: no such field
  await client.getCurrentUser({ query: { fields: ["logn"] } });
  // @ts-expect-error: an id is a string
  await client.deleteUser({ path: { user_id: 1004 } });
  // @ts-expect-error: not a list
  paginate(client.getCurrentUser);
  // @ts-expect-error: no such option
  createClient({ baseUrl: "https://api.content.example/2.0", auth: "token", timeoutSeconds: 3 });
}

/** Never called either: operations outside the contract, stores, and a type to name what `paginate` returns. */
export async function others(client: Client, options: ClientOptions): Promise<void> {
  const getComment = defineOperation<{ path: { comment_id: string } }, Comment>({
    method: "GET",
    path: "/comments/{comment_id}",
  });
  const path = { comment_id: "9101" };
  const comment = await createClient({ ...options, operations: { getComment } }).getComment({ path });
  holds<Equal<typeof comment, Comment>>();
  const { data } = await client.http.GET("/comments/{comment_id}", { params: { path } });
  holds<Equal<typeof data, Comment | undefined>>();

  const redis = redisTokenStore({ command: async () => null, key: "tokens" });
  const store: TokenStore = Math.random() > 0.5 ? memoryTokenStore({ refreshToken: "first" }) : redis;
  const auth = refreshingAuth({
    authUrl: "https://auth.content.example",
    clientId: "id",
    clientSecret: "secret",
    store,
  });
  holds<IsChecked<typeof auth>>();
  const templates: Paginated<Schemas["MetadataTemplates"]> = paginate(client.listEnterpriseMetadataTemplates);
  for await (const page of templates.pages()) holds<IsChecked<typeof page>>();
}
