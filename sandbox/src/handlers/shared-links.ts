import type { Handlers } from "../http/call.js";
import { notModified } from "../http/call.js";
import { decoded } from "../http/decoded.js";
import { sameSecret } from "../http/same-secret.js";
import { presentItem } from "../serialize/items.js";
import { itemBehind } from "../serialize/shared-link.js";
import { accessTo, isOutsider } from "../store/access.js";
import { isInTrash } from "../store/tree.js";
import { isOver } from "../time.js";

/** Handlers of the tag Shared links. */
export const sharedLinks: Handlers<"findSharedItem"> = {
  findSharedItem(call) {
    const { world, nowMs, header, refuse } = call;
    const { url, password } = readLink(header.ServiceApi);
    const item = itemBehind(call, url);
    const link = item?.shared_link;
    if (!link || isInTrash(world, item) || isOver(link.unshared_at, nowMs)) throw refuse("unknown_link");
    const open = link.access === "open" || (link.access === "company" && !isOutsider(call, item));
    if (!open && !accessTo(call, item).see) throw refuse("unknown_link");
    if (link.password !== null && (password === undefined || !sameSecret(link.password, password)))
      throw refuse("wrong_password");
    if (header["If-None-Match"] === item.etag) return notModified;
    return presentItem(call, item, call.query?.fields);
  },
};

/** Reads a link and its password from the header, percent-encoded or as they are. */
function readLink(header: string): { url: string; password: string | undefined } {
  const parts = header.split("&").map((part) => [part.split("=", 1)[0], decoded(part.replace(/^[^=]*=/, ""))] as const);
  const value = (name: string) => parts.find(([key]) => key === name)?.[1];
  return { url: value("shared_link") ?? "", password: value("shared_link_password") };
}
