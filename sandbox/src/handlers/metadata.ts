import { isJsonObject, type Json, type JsonObject } from "content-service-contract-tests/contract";
import type { components } from "../../../generated/types.js";
import { markerPageOf } from "../paging/page.js";
import { instantOf } from "../query/keys.js";
import { serializeInstance } from "../serialize/metadata.js";
import { isAdmin } from "../store/access.js";
import type { InstanceRecord, TemplateFieldRecord, TemplateRecord } from "../store/records.js";
import { type Store, templateName } from "../store/store.js";
import { type Handlers, type Invalid, invalid, type SignedInContext } from "./context.js";
import { type Found, visibleFile } from "./find-item.js";

/** Handlers of the tag Metadata. */
export const metadata: Handlers<
  | "createMetadataTemplate"
  | "listEnterpriseMetadataTemplates"
  | "createFileMetadata"
  | "getFileMetadata"
  | "deleteFileMetadata"
> = {
  createMetadataTemplate(context) {
    const { store, viewer, body, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("not_an_admin");
    const faults = templateErrors(body);
    if (faults.length > 0) throw invalid(errorResponse, "bad_request", ...faults);
    const { displayName, hidden = false, copyInstanceOnItemCopy = false, fields = [] } = body;
    const scope = `enterprise_${viewer.enterprise_id}`;
    const isTaken = (key: string) => store.templates.get(templateName({ scope, templateKey: key })) !== undefined;
    const templateKey = body.templateKey ?? keyFrom(displayName, isTaken);
    if (isTaken(templateKey)) throw errorResponse("tuple_already_exists");
    const template: TemplateRecord = {
      id: store.nextId(),
      scope,
      templateKey,
      displayName,
      hidden,
      copyInstanceOnItemCopy,
      fields: fields.map((field) => fieldOf(store, field)),
    };
    store.templates.put(template);
    return serializeTemplate(template);
  },

  listEnterpriseMetadataTemplates(context) {
    const scope = `enterprise_${context.viewer.enterprise_id}`;
    const own = [...context.store.templates.values()].filter((template) => template.scope === scope);
    return markerPageOf(context, own, ({ id }) => id, serializeTemplate);
  },

  createFileMetadata(context) {
    const { store, body, errorResponse } = context;
    const { item: file, access } = fileOf(context);
    const found = instanceOf(context);
    if (found.template === undefined) throw errorResponse("instance_tuple_not_found");
    if (!access.change) throw errorResponse("access_denied_insufficient_permissions");
    // The contract lets any value through, and every value came as JSON.
    const values = body as JsonObject;
    const invalidValue = findInvalidValue(found.template, values);
    if (invalidValue !== undefined) throw errorResponse(invalidValue.example, { message: invalidValue.message });
    if (found.instance !== undefined) throw errorResponse("tuple_already_exists");
    const { scope, templateKey } = found.template;
    const item = { type: "file" as const, id: file.id };
    const instance: InstanceRecord = { id: store.nextId(), item, scope, templateKey, version: 0, values };
    store.instances.put(instance);
    return serializeInstance(context, instance);
  },

  getFileMetadata(context) {
    fileOf(context);
    const { instance } = instanceOf(context);
    if (instance === undefined) throw context.errorResponse("instance_not_found");
    return serializeInstance(context, instance);
  },

  deleteFileMetadata(context) {
    const { access } = fileOf(context);
    const { instance } = instanceOf(context);
    if (instance === undefined) throw context.errorResponse("instance_not_found");
    if (!access.change) throw context.errorResponse("access_denied_insufficient_permissions");
    context.store.instances.remove(instance.id);
    return undefined;
  },
};

/** The scope global has an error of its own, though the contract does not take it. */
export const metadataBodyExamples = {
  createMetadataTemplate: (body: Json) =>
    isJsonObject(body) && body["scope"] === "global" ? "global_scope" : undefined,
};

type Schemas = components["schemas"];
type InstanceContext = SignedInContext<{
  parameters: { path: { file_id: string; scope: string; template_key: string } };
}>;

function fileOf(context: InstanceContext): Found<{ readonly id: string }> {
  const found = visibleFile(context, context.path.file_id);
  if (found === undefined) throw context.errorResponse("not_found");
  return found;
}

/** The template that the path names, and its instance on the file. `enterprise` is the enterprise of the viewer. */
function instanceOf({ store, viewer, path }: InstanceContext) {
  const scope = path.scope === "enterprise" ? `enterprise_${viewer.enterprise_id}` : path.scope;
  const name = templateName({ scope, templateKey: path.template_key });
  const own = scope === "global" || scope === `enterprise_${viewer.enterprise_id}`;
  const template = own ? store.templates.get(name) : undefined;
  const instances = [...store.instancesByItem.keys(path.file_id)].map((id) => store.instances.get(id));
  const instance = own ? instances.find((one) => one !== undefined && templateName(one) === name) : undefined;
  return { template, instance };
}

function fieldOf(store: Store, field: Schemas["MetadataTemplateFieldCreate"]): TemplateFieldRecord {
  const { options, hidden = false, ...rest } = field;
  const withIds = options?.map(({ key }) => ({ id: store.nextId(), key }));
  return { id: store.nextId(), ...rest, hidden, ...(withIds === undefined ? {} : { options: withIds }) };
}

function serializeTemplate(template: TemplateRecord): Schemas["MetadataTemplate"] {
  const fields = template.fields.map((field) => structuredClone(field));
  return { type: "metadata_template", ...template, fields };
}

/** What is wrong with the values of an instance: the name of the example in the contract, and what it says. */
export interface InvalidValue {
  readonly example: "unknown_field" | "wrong_type" | "unknown_option";
  readonly message: string;
}

/** Finds the first value that a template does not take. The template `global.properties` takes whatever it is given. */
export function findInvalidValue(template: TemplateRecord, values: JsonObject): InvalidValue | undefined {
  const free = template.scope === "global" && template.templateKey === "properties";
  const fields = new Map(template.fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith("$")) return { example: "unknown_field", message: `The key ${key} belongs to the service.` };
    if (free) continue;
    const field = fields.get(key);
    if (field === undefined) return { example: "unknown_field", message: `The template has no field ${key}.` };
    const invalidValue = invalidValueOf(field, value);
    if (invalidValue !== undefined) return invalidValue;
  }
  return undefined;
}

const WANTED: Readonly<Record<TemplateFieldRecord["type"], string>> = {
  string: "text",
  float: "a number",
  date: "a date-time with an offset",
  enum: "one option, as text",
  multiSelect: "a list of options",
};

function invalidValueOf({ type, key, options = [] }: TemplateFieldRecord, value: Json): InvalidValue | undefined {
  const wrong: InvalidValue = { example: "wrong_type", message: `The value of ${key} must be ${WANTED[type]}.` };
  if (type === "float") return typeof value === "number" ? undefined : wrong;
  if (type === "string") return typeof value === "string" ? undefined : wrong;
  if (type === "date") return typeof value === "string" && instantOf(value) !== undefined ? undefined : wrong;
  const chosen = type === "enum" ? [value] : value;
  if (!Array.isArray(chosen) || !chosen.every((one) => typeof one === "string")) return wrong;
  const unknown = chosen.find((one) => !options.some((option) => option.key === one));
  if (unknown === undefined) return undefined;
  return { example: "unknown_option", message: `The field ${key} has no option ${unknown}.` };
}

type TemplateCreate = components["schemas"]["MetadataTemplateCreate"];

/** What is wrong with the fields of a new template beyond what the contract can say. */
export function templateErrors({ fields = [] }: TemplateCreate): Invalid[] {
  return fields.flatMap(({ key, type, options = [] }, index): Invalid[] => {
    const repeated = fields.findIndex((field) => field.key === key) < index;
    const chooses = type === "enum" || type === "multiSelect";
    const optionKeys = options.map((option) => option.key);
    const repeatedOption = optionKeys.findIndex((option, at) => optionKeys.indexOf(option) < at);
    return [
      ...(repeated ? [[`fields[${index}].key`, "Another field has this key."] as const] : []),
      ...(key.startsWith("$") ? [[`fields[${index}].key`, "Keys with $ belong to the service."] as const] : []),
      ...(options.length > 0 && !chooses
        ? [[`fields[${index}].options`, "Only an enum or a multiSelect has options."] as const]
        : []),
      ...(repeatedOption >= 0
        ? [[`fields[${index}].options[${repeatedOption}].key`, "Another option has this key."] as const]
        : []),
    ];
  });
}

/**
 * Makes the key of a template from its display name: the words in camel case, cut to the length that a key may have. A
 * number is added where the key is taken.
 */
export function keyFrom(displayName: string, isTaken: (key: string) => boolean): string {
  // Without its marks, a letter from outside ASCII does not end its word.
  const plain = displayName.normalize("NFKD").replace(/\p{M}/gu, "");
  const words = plain.match(/[a-zA-Z0-9]+/g) ?? ["template"];
  const joined = words.map((word, index) => (index === 0 ? word.toLowerCase() : capitalised(word))).join("");
  const base = /^\d/.test(joined) ? `_${joined}` : joined;
  for (let count = 0; ; count += 1) {
    const end = count === 0 ? "" : String(count);
    const key = base.slice(0, MAX_KEY_LENGTH - end.length) + end;
    if (!isTaken(key)) return key;
  }
}

const MAX_KEY_LENGTH = 64;

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
