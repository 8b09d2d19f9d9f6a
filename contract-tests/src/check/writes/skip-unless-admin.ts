import type { Session } from "../check.js";

/** Skips a check that was refused with 403 when the token is not one of an admin; another list for admins tells. */
export async function skipUnlessAdmin(session: Session): Promise<void> {
  const list = await session.call("listCollaborationAllowlistEntries", {});
  if (list.response.status === 403) session.skip("The token is not one of an admin");
}
