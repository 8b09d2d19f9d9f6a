/** Reads OpenAPI documents of several files, and changes them with overlays. */
export { bundleDocument } from "./bundle-document.js";
export { applyOverlay } from "./overlay.js";
