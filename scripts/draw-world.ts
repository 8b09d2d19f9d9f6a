// npm run draw:world: draws the folders and files of the default seed for docs/sandbox.md.
import { writeFileSync } from "node:fs";
import { defaultSeed } from "content-service-sandbox";
import { worldPicture } from "./draw-world/seed-picture.js";

writeFileSync(new URL("../docs/sandbox-world.svg", import.meta.url), worldPicture(defaultSeed()));
console.log("docs/sandbox-world.svg is drawn");
