// CommonJS, from the tarball, for compilers that do not know that Node can `require` an ES module.
async function main(): Promise<void> {
  const { createClient } = await import("content-service-client");
  const { fileTokenStore } = await import("content-service-client/file-token-store");
  const { CONTENT_BASE_URL: baseUrl = "" } = process.env;
  const client = createClient({ baseUrl, auth: "token-owner" });
  const me = await client.getCurrentUser({ query: { fields: ["login"] } });
  const login: string = me.login;
  // @ts-expect-error: not asked for
  if (me.status !== undefined) throw new Error("more came than was asked for");
  const tokens = await fileTokenStore("./no-such-folder/tokens.json").load();
  if (tokens !== undefined) throw new Error("tokens from nowhere");
  console.log(login);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
