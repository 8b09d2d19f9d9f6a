// The inspector of the sandbox: that of the site's server, or the sandbox in the page.
import { render } from "hono/jsx/dom";
import { Inspector } from "../../sandbox/inspector/inspector.js";
import { findSandbox } from "./sandbox-in-page.js";

const container = document.querySelector<HTMLElement>("[data-inspector]");
const sandbox = findSandbox();
if (container !== null) {
  container.replaceChildren();
  if (sandbox === undefined) {
    container.textContent =
      "This page has no sandbox: it was opened from a folder. Run npm run docs:serve in the repository, and open the address that it prints.";
  } else render(<Inspector access={{ url: sandbox.authUrl, fetch: sandbox.fetch }} />, container);
}
