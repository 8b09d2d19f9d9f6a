// Bundled from the tarball, and opened in a browser: a page that calls the service on its own origin.
import { createPartialClient, isApiError } from "content-service-client";
import { getCurrentUser, updateFile } from "content-service-client/operations";

const client = createPartialClient(
  { getCurrentUser, updateFile },
  { baseUrl: `${location.origin}/2.0`, auth: "token-owner" },
);

async function told(): Promise<string> {
  const { login } = await client.getCurrentUser({ query: { fields: ["login"] } });
  const { name } = await client.updateFile({ path: { file_id: "4001" }, body: { name: "from the page.pdf" } });
  const rejected = await client
    .updateFile({ path: { file_id: "4001" }, header: { "If-Match": "no-such-etag" }, body: { name: "late.pdf" } })
    .catch((error: unknown) => error);
  return `${login} | ${name} | ${isApiError(rejected) ? rejected.code : String(rejected)}`;
}

told()
  .catch((error: unknown) => String(error))
  .then((text) => {
    document.body.dataset["told"] = text;
  });
