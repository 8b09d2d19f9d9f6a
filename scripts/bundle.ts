// A step of npm run build, after the declarations: makes the JavaScript of dist/.
import { join } from "node:path";
import { bundleInto } from "./bundle/bundle-into.js";
import { root } from "./bundle/root.js";

await bundleInto(join(root, "dist"));
