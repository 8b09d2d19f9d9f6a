import type { components } from "../../../generated/types.js";
import { accessTo, isLockedByOther, type View } from "../store/access.js";
import type { FileRecord, FolderRecord, RecordOf } from "../store/records.js";
import { templateName } from "../store/store.js";

type Schemas = components["schemas"];

export function serializeInstance(view: View, instance: RecordOf<"metadata_instances">): Schemas["MetadataInstance"] {
  const { id, item, scope, templateKey, version, values } = instance;
  const template = view.store.metadata_templates.get(templateName(instance));
  const on = view.store.items.get(item.id);
  return {
    $type: scope === "global" || template === undefined ? templateKey : `${templateKey}-${template.id}`,
    $parent: `${item.type}_${item.id}`,
    $id: id,
    $version: version,
    $typeVersion: 0,
    $template: templateKey,
    $scope: scope,
    $canEdit: on !== undefined && accessTo(view, on).change && !(on.type === "file" && isLockedByOther(view, on)),
    ...values,
  };
}

/**
 * Serializes the instances that `fields` selects: `metadata` all, `metadata.<scope>.<templateKey>` one instance, and
 * `metadata.<scope>.<templateKey>.<field>` one field with the attributes of the mini representation.
 */
export function itemMetadata(
  view: View,
  item: FileRecord | FolderRecord,
  asked: readonly string[],
): Schemas["ItemMetadata"] {
  const found: Record<string, Record<string, Schemas["MetadataInstanceMini"]>> = {};
  for (const id of view.store.instancesByItem.keys(item.id)) {
    const instance = view.store.metadata_instances.get(id);
    if (instance === undefined) continue;
    // Instances of another enterprise are private.
    if (![`enterprise_${view.viewer.enterprise_id}`, "global"].includes(instance.scope)) continue;
    const name = `metadata.${templateName(instance)}`;
    const whole = asked.includes(name) || asked.includes("metadata");
    const fields = asked.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    if (!whole && fields.length === 0) continue;
    const full = Object.entries(serializeInstance(view, instance));
    const kept = full.filter(([key]) => MINI.has(key) || (whole && !key.startsWith("$")) || fields.includes(key));
    // The attributes of the mini representation are always kept.
    const mini = Object.fromEntries(kept) as Schemas["MetadataInstanceMini"];
    found[instance.scope] = { ...found[instance.scope], [instance.templateKey]: mini };
  }
  return found;
}

const MINI = new Set(["$parent", "$version", "$template", "$scope"]);
