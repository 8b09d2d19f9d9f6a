import { isJsonObject, type Json, type JsonObject } from "content-service-contract-tests/contract";
import type { components } from "../../../generated/types.js";
import type { Handlers, SignedInCall } from "../http/call.js";
import { markerPageOf } from "../paging/page.js";
import { presentInstance } from "../serialize/instance.js";
import { isAdmin } from "../store/access.js";
import type { InstanceRecord, TemplateFieldRecord, TemplateRecord } from "../store/records.js";
import { templateName, type World } from "../store/world.js";
import { type Found, visibleFile } from "./find-item.js";
import { faultOfValues } from "./instance-values.js";
import { invalid } from "./invalid.js";
import { faultsOfTemplate, keyFrom } from "./template-rules.js";

/** Handlers of the tag Metadata. */
export const metadata: Handlers<
  | "createMetadataTemplate"
  | "listEnterpriseMetadataTemplates"
  | "createFileMetadata"
  | "getFileMetadata"
  | "deleteFileMetadata"
> = {
  createMetadataTemplate(call) {
    const { world, viewer, body, refuse } = call;
    if (!isAdmin(call)) throw refuse("not_an_admin");
    const faults = faultsOfTemplate(body);
    if (faults.length > 0) throw invalid(refuse, "bad_request", ...faults);
    const { displayName, hidden = false, copyInstanceOnItemCopy = false, fields = [] } = body;
    const scope = `enterprise_${viewer.enterprise_id}`;
    const isTaken = (key: string) => world.templates.get(templateName({ scope, templateKey: key })) !== undefined;
    const templateKey = body.templateKey ?? keyFrom(displayName, isTaken);
    if (isTaken(templateKey)) throw refuse("tuple_already_exists");
    const template: TemplateRecord = {
      id: world.nextId(),
      scope,
      templateKey,
      displayName,
      hidden,
      copyInstanceOnItemCopy,
      fields: fields.map((field) => fieldOf(world, field)),
    };
    world.templates.put(template);
    return presentTemplate(template);
  },

  listEnterpriseMetadataTemplates(call) {
    const scope = `enterprise_${call.viewer.enterprise_id}`;
    const own = [...call.world.templates.values()].filter((template) => template.scope === scope);
    return markerPageOf(call, own, ({ id }) => id, presentTemplate);
  },

  createFileMetadata(call) {
    const { world, body, refuse } = call;
    const { item: file, access } = fileOf(call);
    const found = instanceOf(call);
    if (found.template === undefined) throw refuse("instance_tuple_not_found");
    if (!access.change) throw refuse("access_denied_insufficient_permissions");
    // The contract lets any value through, and every value came as JSON.
    const values = body as JsonObject;
    const fault = faultOfValues(found.template, values);
    if (fault !== undefined) throw refuse(fault.example, { message: fault.message });
    if (found.instance !== undefined) throw refuse("tuple_already_exists");
    const { scope, templateKey } = found.template;
    const item = { type: "file" as const, id: file.id };
    const instance: InstanceRecord = { id: world.nextId(), item, scope, templateKey, version: 0, values };
    world.instances.put(instance);
    return presentInstance(call, instance);
  },

  getFileMetadata(call) {
    fileOf(call);
    const { instance } = instanceOf(call);
    if (instance === undefined) throw call.refuse("instance_not_found");
    return presentInstance(call, instance);
  },

  deleteFileMetadata(call) {
    const { access } = fileOf(call);
    const { instance } = instanceOf(call);
    if (instance === undefined) throw call.refuse("instance_not_found");
    if (!access.change) throw call.refuse("access_denied_insufficient_permissions");
    call.world.instances.remove(instance.id);
    return undefined;
  },
};

/** The scope global has an error of its own, though the contract does not take it. */
export const metadataScreens = {
  createMetadataTemplate: (body: Json) =>
    isJsonObject(body) && body["scope"] === "global" ? "global_scope" : undefined,
};

type Schemas = components["schemas"];
type InstanceCall = SignedInCall<{ parameters: { path: { file_id: string; scope: string; template_key: string } } }>;

function fileOf(call: InstanceCall): Found<{ readonly id: string }> {
  const found = visibleFile(call, call.path.file_id);
  if (found === undefined) throw call.refuse("not_found");
  return found;
}

/** The template that the path names, and its instance on the file. `enterprise` is the enterprise of the viewer. */
function instanceOf({ world, viewer, path }: InstanceCall) {
  const scope = path.scope === "enterprise" ? `enterprise_${viewer.enterprise_id}` : path.scope;
  const name = templateName({ scope, templateKey: path.template_key });
  const own = scope === "global" || scope === `enterprise_${viewer.enterprise_id}`;
  const template = own ? world.templates.get(name) : undefined;
  const instances = [...world.instancesByItem.keys(path.file_id)].map((id) => world.instances.get(id));
  const instance = own ? instances.find((one) => one !== undefined && templateName(one) === name) : undefined;
  return { template, instance };
}

function fieldOf(world: World, field: Schemas["MetadataTemplateFieldCreate"]): TemplateFieldRecord {
  const { options, hidden = false, ...rest } = field;
  const withIds = options?.map(({ key }) => ({ id: world.nextId(), key }));
  return { id: world.nextId(), ...rest, hidden, ...(withIds === undefined ? {} : { options: withIds }) };
}

function presentTemplate(template: TemplateRecord): Schemas["MetadataTemplate"] {
  const fields = template.fields.map((field) => structuredClone(field));
  return { type: "metadata_template", ...template, fields };
}
