import type { Client } from "content-service-client";
import type { CallInput } from "content-service-contract";

export type FileUpdate = Parameters<Client["updateFile"]>[0]["body"];
export type Invitation = Parameters<Client["createCollaboration"]>[0]["body"];

export const file = (id: string) => ({ type: "file", id }) as const;
export const folder = (id: string) => ({ type: "folder", id }) as const;
export const user = (id: string) => ({ type: "user", id }) as const;
export const group = (id: string) => ({ type: "group", id }) as const;

/** Updates a file. Without a body nothing changes. */
export const update = (client: Client, file_id: string, body: FileUpdate = {}) =>
  client.updateFile({ path: { file_id }, body });

export const move = (client: Client, file_id: string, id: string) => update(client, file_id, { parent: { id } });

export const invite = (
  client: Client,
  item: Invitation["item"],
  accessible_by: Invitation["accessible_by"],
  role: Invitation["role"] = "editor",
  rest: Partial<Invitation> = {},
) => client.createCollaboration({ body: { item, accessible_by, role, ...rest } });

export const restore = (client: Client, folder_id: string, body: { name?: string; parent?: { id: string } } = {}) =>
  client.restoreFolder({ path: { folder_id }, body });

/** Adds a web link to a folder. Its name is its URL unless it has one. */
export const addLink = (client: Client, id: string, body: { url?: string; name?: string; description?: string } = {}) =>
  client.createWebLink({ body: { url: "https://example.com/", parent: { id }, ...body } });

export const addTask = (client: Client, id: string) => client.createTask({ body: { item: file(id) } });

export async function callById(client: Client, id: string, input: CallInput): Promise<unknown> {
  // The operations of the contract are the methods of the client.
  const methods = client as unknown as Record<string, (input: CallInput) => Promise<unknown>>;
  return methods[id]?.(input);
}
