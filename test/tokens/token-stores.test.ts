import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { tokenStoreContract } from "./token-store-contract.js";

tokenStoreContract("memoryTokenStore", async () => memoryTokenStore());
tokenStoreContract("fileTokenStore", async () => fileTokenStore(join(await temporaryFolder(), "tokens.json")));

it("memoryTokenStore starts with the tokens that it is given", async () => {
  expect(await memoryTokenStore({ refreshToken: "refresh-1" }).load()).toEqual({ refreshToken: "refresh-1" });
});
