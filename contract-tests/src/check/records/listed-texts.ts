import { isJsonObject, type Json } from "content-service-contract";
import { nameOfAbove } from "../resources/paths.js";
import { plain, singular } from "../resources/payload.js";
import { type Resource, resourcesAbove } from "../resources/resources.js";
import type { Recorder } from "./recorder.js";
import type { Subject } from "./trace.js";

/** A text that a record above lists: one of its `targetLocales` for the `locale` of a translation. */
export function listedAbove({ steps }: Recorder, own: Resource, path: Subject["path"], name: string): Json | undefined {
  for (const above of resourcesAbove(own)) {
    const id = path[nameOfAbove(own, above)];
    const shown = steps.findLast((one) => one.subject?.resource === above && one.subject.id === id && one.shown)?.shown;
    const lists = Object.entries(isJsonObject(shown?.record) ? shown.record : {});
    const isMeant = ([key, value]: [string, Json]) =>
      Array.isArray(value) && key !== singular(key) && plain(singular(key)).endsWith(plain(name));
    const [text] = lists.filter(isMeant).flatMap(([, value]) => value);
    if (typeof text === "string") return text;
  }
  return undefined;
}
