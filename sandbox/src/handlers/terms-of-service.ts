import { formatTime } from "../clock/time.js";
import { isAdmin } from "../store/access.js";
import type { RecordOf } from "../store/records.js";
import type { Handlers } from "./context.js";

export const termsOfService: Handlers<"createTermsOfService"> = {
  createTermsOfService(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("forbidden");
    const { status, text, tos_type = "managed" } = context.body;
    const now = formatTime(nowMs);
    const terms: RecordOf<"terms_of_services"> = {
      id: store.nextId(),
      enterprise_id: viewer.enterprise_id,
      status,
      tos_type,
      text,
      created_at: now,
      modified_at: now,
    };
    store.terms_of_services.put(terms);
    const { enterprise_id, ...own } = terms;
    return { type: "terms_of_service", ...own, enterprise: { type: "enterprise", id: enterprise_id } };
  },
};
