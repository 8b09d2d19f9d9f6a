import type { Json, Operation } from "content-service-contract";

/** The paths of a resource. */
interface Place {
  readonly collection: string;
  readonly item: string | undefined;
  readonly parameter: string | undefined;
  readonly aliases: readonly string[];
}

/** A path without the names of its parameters: they may differ in the paths of one contract. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^{}]+\}/g, "{}");
}

/** Whether a path leads through that of a record. */
export function isBelow(path: string, item: string | undefined): boolean {
  return item !== undefined && shapeOf(path).startsWith(`${shapeOf(item)}/`);
}

/** The name of the parameter at the end of a path, in a path below it. */
function nameIn(path: string, item: string): string {
  return path.split("/")[item.split("/").length - 1]?.slice(1, -1) ?? "";
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

/** The parameters of the paths of a record and of those below it. */
export function pathOf(
  { parameter, aliases }: Place,
  above: Readonly<Record<string, Json>>,
  id: Json,
): Record<string, Json> {
  const names = parameter === undefined ? [] : [parameter, ...aliases];
  return { ...above, ...Object.fromEntries(names.map((name) => [name, id])) };
}
