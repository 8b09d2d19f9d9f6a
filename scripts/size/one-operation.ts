// What a browser loads to call one operation: `npm test -- --only size` bundles this file.

import { createPartialClient } from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";

const client = createPartialClient({ getCurrentUser }, { baseUrl: location.origin, auth: "token" });
client.getCurrentUser().then(console.log);
