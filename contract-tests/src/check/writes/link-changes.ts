import type { Check } from "../session/check.js";
import { type Change, changesCheck } from "./file-changes.js";
import { tomorrow } from "./given-values.js";
import { atOffset } from "./valid-values.js";

/** The check that gives a shared link each of its settings, and removes it. */
export const linkChanges: Check = changesCheck({
  id: "link-settings",
  title: "keeps each setting of a shared link",
  changes: ({ values }, session) => {
    if (values["shared_link"] !== null)
      return "The file has a shared link already, which could not be restored: give another one with --file";
    const until = tomorrow(session);
    return [
      setting("no setting", {}),
      setting('the access "collaborators"', { access: "collaborators" }),
      // An enterprise can forbid open links, and links that edit.
      { ...setting('the access "open"', { access: "open" }), open: true },
      setting('the access "company"', { access: "company" }),
      setting("a password of 8 characters", { password: "Pa ss%2é" }, { is_password_enabled: true }),
      setting("no password", { password: null }, { is_password_enabled: false }),
      setting("a custom name", { vanity_name: session.uniqueName() }),
      setting("an expiry", { unshared_at: until }),
      setting("an expiry in another time zone", { unshared_at: atOffset(until) }),
      setting("no downloads", { permissions: { can_download: false, can_preview: true } }),
      setting("downloads alone", { permissions: { can_download: true } }),
      { ...setting("changes", { permissions: { can_edit: true } }), open: true },
      setting("no changes", { permissions: { can_edit: false } }),
      { what: "a shared link that is null", body: { shared_link: null } },
    ];
  },
});

function setting(what: string, settings: Change["body"], shows: Change["body"] = settings): Change {
  return { what: `a shared link with ${what}`, body: { shared_link: settings }, shows: { shared_link: shows } };
}
