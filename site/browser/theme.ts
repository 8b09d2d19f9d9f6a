// Runs before the page is painted, so that nobody sees the wrong theme first.
import { rememberedTheme } from "./storage.js";

const theme = rememberedTheme();
if (theme !== undefined) document.documentElement.dataset["theme"] = theme;
document.documentElement.classList.add("js");
