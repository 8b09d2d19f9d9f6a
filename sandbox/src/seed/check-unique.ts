import type { FileRecord, ListName, RecordOf } from "../store/records.js";
import { linkNames, type Store, templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/**
 * Adds an issue for each value of a record, which is at a path of a seed, that the service keeps unique and an earlier record
 * of the store has. Ids are checked elsewhere.
 */
export function checkUnique(store: Store, list: ListName, record: object, at: string, issues: SeedIssue[]): void {
  // A record has the properties of its list.
  const parts = record as Partial<FileRecord & RecordOf<"users"> & RecordOf<"metadata_templates">>;
  const { id, login, shared_link = null, versions = [], fields = [] } = parts;
  const issue = (place: string, message: string) => issues.push({ at: `${at}${place}`, message });
  const isTaken = ([holder = id]: Iterable<string>) => holder !== id;
  const repeated = (values: readonly string[]) => values.map((value, index) => values.indexOf(value) < index);

  const isRepeated = repeated(versions.map((version) => version.id));
  for (const [index, version] of versions.entries())
    if (isRepeated[index] || isTaken(store.filesByVersion.keys(version.id)))
      issue(`.versions[${index}].id`, "is the version of another file");
  for (const name of linkNames({ shared_link })) {
    const [property, title] = name.startsWith("slug ") ? ["slug", "slug"] : ["vanity_name", "vanity name"];
    if (isTaken(store.itemsByLink.keys(name)))
      issue(`.shared_link.${property}`, `is the ${title} of another shared link`);
  }
  if (login !== undefined && isTaken(store.usersByLogin.keys(login.toLowerCase())))
    issue(".login", "is the login of another user");
  for (const [index, is] of repeated(fields.map(({ key }) => key)).entries())
    if (is) issue(`.fields[${index}].key`, "is the key of another field");
  if (list === "metadata_instances") {
    // The record is one of the list.
    const { item, ...instance } = record as RecordOf<"metadata_instances">;
    const [holder = id] = [...store.instancesByItem.keys(item.id)].filter((key) => {
      const other = store.metadata_instances.get(key);
      return other !== undefined && templateName(other) === templateName(instance);
    });
    if (holder !== id) issue("", "is a second instance of its template on its item");
  }
}
