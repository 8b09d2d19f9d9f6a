/**
 * Creates the header of a shared link, for `client.findSharedItem`. Link and password are encoded, so that `&`, `=` and
 * any other character in them survive. Contract: `findSharedItem`, header `ServiceApi`.
 *
 * @throws TypeError when the url or the password is empty or not well-formed text.
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

/** A lone surrogate cannot be encoded. */
function isText(value: unknown): boolean {
  return typeof value === "string" && !/^$|\p{Cs}/u.test(value);
}
