import type { components } from "../../../generated/types.js";
import { decoded } from "../http/decoded.js";
import { isOutsider, type View } from "../store/access.js";
import type { ItemRecord, SharedLinkRecord } from "../store/records.js";
import { isOver } from "../time.js";

/** The shared link of an item as the viewer sees it, or null when there is none or it has ended. */
export function presentSharedLink(view: View, item: ItemRecord): components["schemas"]["SharedLink"] | null {
  const { shared_link: link } = item;
  if (link === null || isOver(link.unshared_at, view.nowMs)) return null;
  const { access, can_download, can_preview, can_edit, vanity_name, unshared_at } = link;
  const permission = permissionOf(view, item, link);
  const downloads = item.type === "file" && (permission === "can_download" || permission === "can_edit");
  return {
    url: `${ADDRESS}/s/${segment(link.slug)}`,
    download_url: downloads ? `${ADDRESS}/d/${segment(link.slug + extensionOf(item.name))}` : null,
    vanity_url: vanity_name === null ? null : `${ADDRESS}/v/${segment(vanity_name)}`,
    vanity_name,
    access,
    effective_access: access,
    effective_permission: permission,
    unshared_at,
    is_password_enabled: link.password !== null,
    permissions: { can_download, can_preview, can_edit },
    download_count: link.download_count,
    preview_count: link.preview_count,
  };
}

/** The item that the address of a shared link leads to, by its url or its vanity url. */
export function itemBehind({ world }: View, url: string): ItemRecord | undefined {
  const [, kind, name] = LINK.exec(url) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const [id] = world.itemsByLink.keys(`${kind === "s" ? "slug" : "vanity"} ${decoded(name)}`);
  return id === undefined ? undefined : world.items.get(id);
}

/** The last part of a name from its last dot on, or nothing. */
export function extensionOf(name: string): string {
  return /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
}

const ADDRESS = "https://content.example";
const LINK = /^https:\/\/content\.example\/([sv])\/([^/?#]+)$/;

/** A name as a segment of a path. Half a character, which JSON can hold and an address cannot, becomes U+FFFD. */
function segment(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}

function permissionOf(view: View, item: ItemRecord, link: SharedLinkRecord) {
  const downloads = link.can_download && mayDownload(view, item);
  if (link.can_edit && downloads) return "can_edit";
  if (downloads) return "can_download";
  return link.can_preview ? "can_preview" : "no_access";
}

function mayDownload(view: View, item: ItemRecord): boolean {
  if (item.type !== "file") return true;
  const { lock, can_download } = item;
  const locked =
    lock?.is_download_prevented && lock.created_by !== view.viewer.id && !isOver(lock.expires_at, view.nowMs);
  return !locked && !(can_download === "company" && isOutsider(view, item));
}
