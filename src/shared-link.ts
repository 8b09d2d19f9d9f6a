/**
 * Makes the header that presents a shared link, for `client.findSharedItem`. Link and password are encoded each, so
 * that `&`, `=` and any other character in them arrive as they are. Contract: `findSharedItem`, header `ServiceApi`.
 *
 * @throws TypeError when the url is empty, or the password is given and empty, or one of them is not well-formed text.
 * @example
 * const item = await client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/abc", password: "correct horse" }) });
 * if (item?.type === "folder") console.log(item.name);
 */
export function sharedLink({ url, password }: { url: string; password?: string | undefined }): { ServiceApi: string } {
  if (!isText(url)) throw new TypeError("url must be a shared link");
  if (password === undefined) return { ServiceApi: `shared_link=${encodeURIComponent(url)}` };
  if (!isText(password)) throw new TypeError("password must be a non-empty string, or left out");
  return { ServiceApi: `shared_link=${encodeURIComponent(url)}&shared_link_password=${encodeURIComponent(password)}` };
}

/** Half a surrogate pair stands for no character, so it cannot be encoded. */
function isText(value: unknown): boolean {
  return typeof value === "string" && !/^$|\p{Cs}/u.test(value);
}
