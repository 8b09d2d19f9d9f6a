// A step of npm run build, after the declarations: makes the JavaScript of dist/.
import { join } from "node:path";
import { bundleInto, root } from "./bundle-into.js";

await bundleInto(join(root, "dist"));
