// Runs before the first paint, so that the page never shows what it has without scripts.
document.documentElement.classList.add("js");
