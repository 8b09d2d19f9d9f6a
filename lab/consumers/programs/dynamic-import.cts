// CommonJS, from the tarballs, for compilers that do not know that Node can `require` an ES module.
async function main(): Promise<void> {
  const { createClient } = await import("content-service-client");
  const { createSandbox } = await import("content-service-sandbox");
  const { baseUrl, fetch } = await createSandbox();
  const client = createClient({ baseUrl, fetch, auth: "token-owner" });
  const me = await client.getCurrentUser({ query: { fields: ["login"] } });
  const login: string = me.login;
  // @ts-expect-error: not in `fields`
  console.log(login, me.status);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
