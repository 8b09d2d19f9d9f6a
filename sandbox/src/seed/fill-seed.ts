import { hash } from "node:crypto";
import { ROOT_ID, type Seed } from "../store/records.js";
import type { SeedIssue } from "./validate-seed.js";

type Item = NonNullable<Seed["folders"]>[number];

/** Fills in missing hashes of file versions and missing display names of templates and fields. */
export function fillVersionsAndNames({ files = [], metadata_templates = [] }: Seed): void {
  for (const { versions } of files) {
    for (const version of versions) version.sha1 ??= hash("sha1", version.id);
  }
  for (const template of metadata_templates) {
    template.displayName ??= template.templateKey;
    for (const field of template.fields ?? []) field.displayName ??= field.key;
  }
}

/** Adds the template `global.properties`, which every service has. */
export function fillGlobalProperties(seed: Seed): void {
  const isPresent = seed.metadata_templates?.some(
    ({ scope, templateKey }) => scope === "global" && templateKey === "properties",
  );
  if (isPresent) return;
  const key = { id: "properties", scope: "global", templateKey: "properties", displayName: "Custom metadata" };
  const properties = { ...key, hidden: false, copyInstanceOnItemCopy: false, fields: [] };
  seed.metadata_templates = [...(seed.metadata_templates ?? []), properties];
}

/** Fills in the owner of each item, by default the owner of its folder, and missing creators and modifiers. */
export function fillItems(seed: Seed, issues: SeedIssue[]): void {
  const { folders = [], files = [], web_links = [] } = seed;
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const owners = new Map<string, string>();
  for (const [index, folder] of folders.entries()) own(folder, `folders[${index}]`);
  for (const [index, link] of web_links.entries()) own(link, `web_links[${index}]`);
  for (const [index, file] of files.entries()) {
    const owner = own(file, `files[${index}]`);
    for (const version of file.versions) version.modified_by ??= owner;
  }

  function own(item: Item, at: string): string {
    const { parent_id = ROOT_ID, owner_id } = item;
    const parent = byId.get(parent_id);
    const issueCount = issues.length;
    const inherited = parent === undefined ? undefined : ownerOf(parent, at);
    const isInCycle = issues.length > issueCount;
    if (inherited !== undefined && owner_id !== undefined && owner_id !== inherited)
      issues.push({ at: `${at}.owner_id`, message: `must be ${inherited}, the owner of the folder ${parent_id}` });
    if (inherited === undefined && owner_id === undefined && !isInCycle)
      issues.push({ at: `${at}.owner_id`, message: "is missing" });
    if (parent === undefined && parent_id !== ROOT_ID && item.trashed_at == null)
      issues.push({ at: `${at}.parent_id`, message: `refers to a missing folder ${parent_id}` });
    const owner = inherited ?? owner_id ?? "";
    item.owner_id = owner;
    item.created_by ??= owner;
    item.modified_by ??= owner;
    return owner;
  }

  /** The owner of the topmost folder above. */
  function ownerOf(folder: Item, at: string): string | undefined {
    const path: Item[] = [];
    let top: Item = folder;
    for (;;) {
      const known = owners.get(top.id);
      if (known !== undefined) return remember(path, known);
      if (path.includes(top)) {
        issues.push({ at: `${at}.parent_id`, message: "is part of a cycle of folders" });
        return undefined;
      }
      path.push(top);
      const above = byId.get(top.parent_id ?? ROOT_ID);
      if (above === undefined) return remember(path, top.owner_id);
      top = above;
    }
  }

  function remember(path: readonly Item[], owner: string | undefined): string | undefined {
    if (owner !== undefined) for (const { id } of path) owners.set(id, owner);
    return owner;
  }
}
