import { invalid, known } from "./checks.js";

/**
 * Creates the header of a shared link, for `client.findSharedItem`. Percent-encodes only what would break it: `&`, control
 * characters, characters outside of Latin-1 and a space at the end; in the password also a `%` before two hexadecimal
 * digits. Contract: `findSharedItem`, header `ServiceApi`.
 * @throws TypeError when the url or the password is empty or not well-formed text.
 * @example
 * const item = await client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/abc", password: "correct horse" }) });
 * if (item?.type === "folder") console.log(item.name);
 */
export function sharedLink(link: { url: string; password?: string | undefined }): { ServiceApi: string } {
  const { url, password } = known(link, { url: "", password: "" });
  if (!isText(url)) invalid("url", "be a shared link");
  let ServiceApi = `shared_link=${encoded(url)}`;
  if (password !== undefined) {
    if (!isText(password)) invalid("password", "be a non-empty string");
    // A service may decode the password. In a link, percent-encoding has its own meaning.
    ServiceApi += `&shared_link_password=${encoded(password.replace(/%(?=[\da-f]{2})/gi, "%25"))}`;
  }
  return { ServiceApi };
}

const encoded = (text: string) => text.replace(/[&\p{Cc}]|[^ -\xff]|\s$/gu, encodeURIComponent);

/** A lone surrogate cannot be encoded. */
const isText = (value = "") => !/^$|\p{Cs}/u.test(value);
