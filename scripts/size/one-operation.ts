// What a browser loads to call one operation: `npm run check:size` bundles this file.
import { getCurrentUser } from "../../generated/operations.js";
import { createPartialClient } from "../../src/index.js";

const client = createPartialClient({ getCurrentUser }, { baseUrl: location.origin, auth: "token" });
client.getCurrentUser().then(console.log);
