export const manners = ["createClient", "createPartialClient", "plain"] as const;
/** How a call is written: with a client of ours, or with plain openapi-fetch. */
export type Manner = (typeof manners)[number];

/** The same call in each manner: one that reads, one that writes, and one page of a list. */
export const sources: Record<string, Record<Manner, string>> = {
  ...sourcesOf({
    operation: "getCurrentUser",
    named: '{ query: { fields: ["login"] } }',
    plain: 'client.GET("/users/me", { params: { query: { fields: ["login"] } } })',
    result: "login",
  }),
  ...sourcesOf({
    operation: "updateFile",
    named: '{ path: { file_id: "4001" }, header: { "If-Match": "3" }, body: { name: "lease.pdf" } }',
    plain:
      'client.PUT("/files/{file_id}", { params: { path: { file_id: "4001" }, header: { "If-Match": "3" } }, body: { name: "lease.pdf" } })',
    result: "etag",
  }),
  ...sourcesOf({
    operation: "listFileVersionRetentions",
    named: '{ query: { policy_id: "8501" } }',
    plain: 'client.GET("/file_version_retentions", { params: { query: { policy_id: "8501" } } })',
    result: "entries",
  }),
};

interface Call {
  readonly operation: string;
  /** The options of the named operation. */
  readonly named: string;
  /** The same call through openapi-fetch. */
  readonly plain: string;
  /** A property of the answer, so that its type is needed too. */
  readonly result: string;
}

function sourcesOf({ operation, named, plain, result }: Call): Record<string, Record<Manner, string>> {
  const options = '{ baseUrl: "https://api.content.example/2.0", auth: "token" }';
  const rest = `console.log((await client.${operation}(${named})).${result});\n`;
  return {
    [operation]: {
      createClient: `import { createClient } from "content-service-client";
const client = createClient(${options});
${rest}`,
      createPartialClient: `import { createPartialClient } from "content-service-client";
import { ${operation} } from "content-service-client/operations";
const client = createPartialClient({ ${operation} }, ${options});
${rest}`,
      plain: `import type { paths } from "content-service-client";
import createClient from "openapi-fetch";
const client = createClient<paths>({ baseUrl: "https://api.content.example/2.0" });
console.log((await ${plain}).data?.${result});
`,
    },
  };
}
