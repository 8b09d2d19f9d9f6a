import type { Json, Operation } from "content-service-contract";
import type { Resource } from "./resources.js";

/** The paths of a resource. */
type Place = Pick<Resource, "collection" | "item" | "parameter" | "aliases">;

/** A path without the names of its parameters: they may differ in the paths of one contract. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^{}]+\}/g, "{}");
}

/** Whether a path leads through that of a record, also to an action such as `/books/{book}:lend`. */
export function isBelow(path: string, item: string | undefined): boolean {
  return (
    item !== undefined &&
    shapeOf(path).startsWith(shapeOf(item)) &&
    /^[/:]/.test(shapeOf(path).slice(shapeOf(item).length))
  );
}

/** The name of the parameter at the end of a path, in a path below it. */
function nameIn(path: string, item: string): string {
  return /\{([^{}]+)\}/.exec(path.split("/")[item.split("/").length - 1] ?? "")?.[1] ?? "";
}

/** Other names of the parameter at the end of a path, in the paths of operations below it. */
export function aliasesOf(operations: readonly Operation[], item: string, parameter: string): string[] {
  const below = operations.filter(({ path }) => isBelow(path, item));
  return [...new Set(below.map(({ path }) => nameIn(path, item)))].filter((one) => one !== parameter);
}

/** The name under which the paths of a resource have the id of one above it. */
export function nameOfAbove({ collection }: Place, { item, parameter = "" }: Place): string {
  return item !== undefined && isBelow(collection, item) ? nameIn(collection, item) : parameter;
}

export function idOfAbove(place: Place, above: Place, path: Readonly<Record<string, Json>>): Json | undefined {
  const name = nameOfAbove(place, above);
  return path[`${name} above`] ?? path[name];
}

export function collectionPath({ collection }: Place, path: Readonly<Record<string, Json>>): Record<string, Json> {
  const names = [...collection.matchAll(/(?<=\{)[^{}]+(?=\})/g)].map(([name]) => name);
  return { ...path, ...Object.fromEntries(names.map((name) => [name, path[`${name} above`] ?? path[name] ?? null])) };
}

/** The parameters of the paths of a record. Of `/loans/{id}` beside `/books/{id}/loans` it keeps the id of the book too. */
export function pathOf(place: Place, above: Readonly<Record<string, Json>>, id: Json): Record<string, Json> {
  const { collection, parameter, aliases } = place;
  const names = parameter === undefined ? [] : [parameter, ...aliases];
  const segment = isResourceName(place, id) ? String(id).replace(/^.*\//s, "") : id;
  const own = names.flatMap((name): [string, Json][] => {
    const { [name]: hidden } = above;
    const isHidden = hidden !== undefined && collection.includes(`{${name}}`);
    return [[name, segment], ...(isHidden ? [[`${name} above`, hidden] as [string, Json]] : [])];
  });
  return { ...above, ...Object.fromEntries(own) };
}

/** Whether a value is the path of a record, without the version of the API: `shelves/7/books/12`. */
export function isResourceName({ item }: Pick<Place, "item">, value: Json | undefined): boolean {
  if (typeof value !== "string" || item === undefined || !value.includes("/")) return false;
  const [segments, wanted] = [value.split("/"), item.split("/").slice(-value.split("/").length)];
  return segments.every((one, index) => one !== "" && (wanted[index]?.startsWith("{") || wanted[index] === one));
}
