import { isJsonObject, type Json } from "content-service-contract";
import { nameOfAbove } from "../resources/paths.js";
import { plain, singular } from "../resources/payload.js";
import { type Resource, resourcesAbove } from "../resources/resources.js";
import type { Recorder } from "./recorder.js";
import type { Subject } from "./trace.js";

/**
 * A value that a record above, the record itself or one that the request refers to lists: one of its `targetLocales` for the
 * `locale` of a translation, or the `id` of one of its `lines` for the `lineId` of a receipt.
 */
export function listedAbove(
  { steps }: Recorder,
  own: Resource,
  path: Subject["path"],
  name: string,
  referred: readonly Subject[] = [],
): Json | undefined {
  const around = [own, ...resourcesAbove(own)].map((resource) => ({ resource, id: path[nameOfAbove(own, resource)] }));
  for (const { resource, id } of [...around, ...referred]) {
    const shown = steps.findLast(
      (one) => one.subject?.resource === resource && one.subject.id === id && one.shown,
    )?.shown;
    for (const [key, all] of Object.entries(id === undefined || shown === undefined ? {} : shown.record)) {
      const [entry] = Array.isArray(all) ? all : [];
      const one = plain(singular(key));
      // Those of its own collection are there already.
      if (entry === undefined || key === singular(key) || plain(key) === plain(own.name)) continue;
      if (typeof entry === "string" && one.endsWith(plain(name))) return entry;
      const members = Object.entries(isJsonObject(entry) ? entry : {});
      const [, value] = members.find(([inner]) => plain(name) === one + plain(inner)) ?? [];
      if (typeof value === "string" || typeof value === "number") return value;
    }
  }
  return undefined;
}
