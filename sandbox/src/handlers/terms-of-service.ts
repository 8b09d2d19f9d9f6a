import { formatTime } from "../clock/time.js";
import { isAdmin } from "../store/access.js";
import type { TermsOfServiceRecord } from "../store/records.js";
import type { Handlers } from "./context.js";

/** Handlers of the tag Terms of service. */
export const termsOfService: Handlers<"createTermsOfService"> = {
  createTermsOfService(call) {
    const { world, viewer, nowMs, refuse } = call;
    if (!isAdmin(call)) throw refuse("forbidden");
    const { status, text, tos_type = "managed" } = call.body;
    const now = formatTime(nowMs);
    const terms: TermsOfServiceRecord = {
      id: world.nextId(),
      enterprise_id: viewer.enterprise_id,
      status,
      tos_type,
      text,
      created_at: now,
      modified_at: now,
    };
    world.termsOfServices.put(terms);
    const { enterprise_id, ...own } = terms;
    return { type: "terms_of_service", ...own, enterprise: { type: "enterprise", id: enterprise_id } };
  },
};
