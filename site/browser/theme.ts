// Runs before the first paint, so that the page never shows the other theme.
import { rememberedTheme } from "./storage.js";

const theme = rememberedTheme();
if (theme !== undefined) document.documentElement.dataset["theme"] = theme;
document.documentElement.classList.add("js");
