import { completeRecord } from "../seed/complete-record.js";
import { isAdmin } from "../store/access.js";
import type { Handlers } from "./context.js";

export const termsOfService: Handlers<"createTermsOfService"> = {
  createTermsOfService(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("forbidden");
    const { status, text, tos_type } = context.body;
    const given = { id: store.nextId(), enterprise_id: viewer.enterprise_id, status, tos_type, text };
    const terms = completeRecord(store, "terms_of_services", given, nowMs);
    store.terms_of_services.put(terms);
    const { enterprise_id, ...own } = terms;
    return { type: "terms_of_service", ...own, enterprise: { type: "enterprise", id: enterprise_id } };
  },
};
