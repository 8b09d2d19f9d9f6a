import { defaultSeed, type Seed } from "content-service-sandbox";

/**
 * The default world and more in the trash: a file of its own (4010), one two folders down (4011), a folder in a folder
 * that is there as well (3011), and folders that were in the root folder, of the owner (3012) and the reviewer (3013).
 */
export function seedWithTrash(): Seed {
  const seed = defaultSeed();
  const trashed_at = "-P1D";
  seed.files?.push(
    { id: "4010", name: "gone.pdf", parent_id: "3001", trashed_at, versions: [{ id: "5100" }] },
    { id: "4011", name: "old.pdf", parent_id: "3004", versions: [{ id: "5101" }] },
  );
  seed.folders?.push(
    { id: "3011", name: "2018", parent_id: "3003", trashed_at },
    { id: "3012", name: "Notes", owner_id: "1003", trashed_at },
    { id: "3013", name: "Notes", owner_id: "1004", trashed_at },
  );
  return seed;
}
