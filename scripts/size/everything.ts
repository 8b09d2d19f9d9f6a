// All that the main entry exports: `npm test -- --only size` bundles this file.
import * as everything from "content-service-client";

console.log(everything);
