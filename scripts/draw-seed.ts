// npx tsx scripts/draw-seed.ts: draws the folders and files of the default seed for docs/sandbox-data.md.
import { writeFileSync } from "node:fs";
import { defaultSeed } from "content-service-sandbox";
import { seedPicture } from "./seed-picture.js";

writeFileSync(new URL("../docs/sandbox-seed.svg", import.meta.url), seedPicture(defaultSeed()));
console.log("Wrote docs/sandbox-seed.svg");
