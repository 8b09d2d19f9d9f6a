import type { JsonObject } from "content-service-contract";
import type { components } from "../../../generated/types.js";
import { byId, markerPageOf } from "../paging/page.js";
import { completeRecord } from "../seed/complete-record.js";
import { serializeInstance } from "../serialize/metadata.js";
import { isAdmin, isLockedByOther } from "../store/access.js";
import { findInvalidValue, templateErrors } from "../store/metadata-rules.js";
import type { FileRecord, TemplateRecord } from "../store/records.js";
import { templateName } from "../store/store.js";
import { type Handlers, invalid, type SignedInContext } from "./context.js";
import { type Found, visibleFile } from "./find-item.js";

export const metadata: Handlers<
  | "createMetadataTemplate"
  | "listEnterpriseMetadataTemplates"
  | "createFileMetadata"
  | "getFileMetadata"
  | "deleteFileMetadata"
> = {
  createMetadataTemplate(context) {
    const { store, viewer, nowMs, body, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("not_an_admin");
    const invalidParts = templateErrors(body.fields ?? []);
    if (invalidParts.length > 0) throw invalid(errorResponse, "bad_request", ...invalidParts);
    const scope = `enterprise_${viewer.enterprise_id}`;
    const isTaken = (key: string) =>
      store.metadata_templates.get(templateName({ scope, templateKey: key })) !== undefined;
    const templateKey = body.templateKey ?? keyFrom(body.displayName, isTaken);
    if (isTaken(templateKey)) throw errorResponse("tuple_already_exists");
    const withId = <Part extends object>(part: Part) => ({ id: store.nextId(), ...part });
    const fields = body.fields?.map(({ options, ...field }) =>
      withId({ ...field, ...(options && { options: options.map(withId) }) }),
    );
    const given = withId({ ...body, scope, templateKey, fields });
    const template = completeRecord(store, "metadata_templates", given, nowMs);
    store.metadata_templates.put(template);
    return serializeTemplate(template);
  },

  listEnterpriseMetadataTemplates(context) {
    const scope = `enterprise_${context.viewer.enterprise_id}`;
    const own = [...context.store.metadata_templates.values()]
      .filter((template) => template.scope === scope)
      .sort(byId);
    return markerPageOf(context, own, serializeTemplate);
  },

  createFileMetadata(context) {
    const { store, body, errorResponse } = context;
    const { item: file, access } = fileOf(context);
    const found = instanceOf(context);
    if (found.template === undefined) throw errorResponse("instance_tuple_not_found");
    if (isLockedByOther(context, file)) throw errorResponse("item_locked");
    if (!access.change) throw errorResponse("access_denied_insufficient_permissions");
    // The contract allows any value, and the body is JSON.
    const values = body as JsonObject;
    const invalidValue = findInvalidValue(found.template, values);
    if (invalidValue !== undefined) throw errorResponse(invalidValue.example, { message: invalidValue.message });
    if (found.instance !== undefined) throw errorResponse("tuple_already_exists");
    const { scope, templateKey } = found.template;
    const item = { type: "file" as const, id: file.id };
    const instance = { id: store.nextId(), item, scope, templateKey, version: 0, values };
    store.metadata_instances.put(instance);
    return serializeInstance(context, instance);
  },

  getFileMetadata(context) {
    fileOf(context);
    const { instance } = instanceOf(context);
    if (instance === undefined) throw context.errorResponse("instance_not_found");
    return serializeInstance(context, instance);
  },

  deleteFileMetadata(context) {
    const { item: file, access } = fileOf(context);
    const { instance } = instanceOf(context);
    if (instance === undefined) throw context.errorResponse("instance_not_found");
    if (isLockedByOther(context, file)) throw context.errorResponse("item_locked");
    if (!access.change) throw context.errorResponse("access_denied_insufficient_permissions");
    context.store.metadata_instances.remove(instance.id);
    return undefined;
  },
};

type Schemas = components["schemas"];
type InstanceContext = SignedInContext<{
  parameters: { path: { file_id: string; scope: string; template_key: string } };
}>;

function fileOf(context: InstanceContext): Found<FileRecord> {
  const found = visibleFile(context, context.path.file_id);
  if (found === undefined) throw context.errorResponse("not_found");
  return found;
}

/** The template of the path and its instance on the file. The scope `enterprise` is the viewer's enterprise. */
function instanceOf({ store, viewer, path }: InstanceContext) {
  const scope = path.scope === "enterprise" ? `enterprise_${viewer.enterprise_id}` : path.scope;
  const name = templateName({ scope, templateKey: path.template_key });
  const own = scope === "global" || scope === `enterprise_${viewer.enterprise_id}`;
  const template = own ? store.metadata_templates.get(name) : undefined;
  const instances = [...store.instancesByItem.keys(path.file_id)].map((id) => store.metadata_instances.get(id));
  const instance = own ? instances.find((one) => one !== undefined && templateName(one) === name) : undefined;
  return { template, instance };
}

function serializeTemplate(template: TemplateRecord): Schemas["MetadataTemplate"] {
  const fields = template.fields.map((field) => structuredClone(field));
  return { type: "metadata_template", ...template, fields };
}

/** Derives a template key from a display name in camel case. Appends a number to a key that is taken. */
function keyFrom(displayName: string, isTaken: (key: string) => boolean): string {
  // Removes diacritics and writes ß as SS, so that such letters do not split a word.
  const plain = displayName.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = plain.match(/[a-zA-Z0-9]+/g) ?? ["template"];
  const camelCase = words
    .map((word) => word.toLowerCase())
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join("");
  const base = /^\d/.test(camelCase) ? `_${camelCase}` : camelCase;
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? "" : String(count);
    const key = base.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix;
    if (!isTaken(key)) return key;
  }
}

const MAX_KEY_LENGTH = 64;
