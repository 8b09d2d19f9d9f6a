// All that the main entry exports: `npm run check:size` bundles this file.
import * as everything from "content-service-client";

console.log(everything);
