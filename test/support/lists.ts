/** An entry of a list of retentions. */
export const entry = (id: number | string) => ({ type: "file_version_retention", id: String(id) });

/** The ids of a list, also added to `seen` one by one. */
export async function idsOf(items: AsyncIterable<{ id: string }>, seen: string[] = []): Promise<string[]> {
  for await (const { id } of items) seen.push(id);
  return seen;
}
