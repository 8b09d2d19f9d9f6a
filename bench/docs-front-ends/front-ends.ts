import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Where a front end is made, and of what. */
export interface Workplace {
  /** The folder that is served. It holds the contract as `openapi.json`. */
  readonly place: string;
  /** Where the packages are installed. */
  readonly modules: string;
  /** The file of the contract. */
  readonly contract: string;
}

/** A way to show the contract, told to be as quiet as its options allow. */
export interface FrontEnd {
  readonly name: string;
  /** The page that shows `updateFile`. */
  readonly path: string;
  /** The same in dark colours; left out where there are none. A page that follows the system has the same path. */
  readonly darkPath?: string;
  /** The page as its own guide makes it, where that differs. It is looked at for what it asks of other hosts. */
  readonly defaultPath?: string;
  /** What can be seen when the operation can be read. */
  readonly ready: string;
  /** What a reader presses to send a request. */
  readonly tryIt: string;
  /** Writes the pages. Gives false where what it takes is not there. */
  make(workplace: Workplace): Promise<boolean>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const SUMMARY = "text=/Update a file/";

/** All that are compared, those of others first. */
export const FRONT_ENDS: readonly FrontEnd[] = [
  {
    name: "RapiDoc 9.3.8",
    path: "light.html#put-/files/-file_id-",
    darkPath: "dark.html#put-/files/-file_id-",
    ready: "rapi-doc >> text=/Update a file/ >> visible=true",
    tryIt: "rapi-doc >> button.m-btn.primary:has-text('TRY')",
    async make({ place, modules }) {
      await cp(join(modules, "rapidoc/dist/rapidoc-min.js"), join(place, "rapidoc.js"));
      for (const theme of ["light", "dark"]) {
        const tag = `<rapi-doc spec-url="openapi.json" theme="${theme}" render-style="focused" load-fonts="false" show-header="false"></rapi-doc>`;
        await writePage(place, theme, { head: '<script type="module" src="rapidoc.js"></script>', body: tag });
      }
      return true;
    },
  },
  {
    name: "Swagger UI 5.35.0",
    path: "light.html#/Files/updateFile",
    darkPath: "dark.html#/Files/updateFile",
    ready: `${SUMMARY} >> visible=true`,
    tryIt: ".try-out__btn",
    async make({ place, modules }) {
      for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
        await cp(join(modules, "swagger-ui-dist", file), join(place, file));
      }
      const start = `SwaggerUIBundle({ url: "openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });`;
      await writeFile(join(place, "start.js"), start);
      const head = '<link rel="stylesheet" href="swagger-ui.css">';
      const body = '<div id="docs"></div><script src="swagger-ui-bundle.js"></script><script src="start.js"></script>';
      await writePage(place, "light", { head, body });
      await writePage(place, "dark", { head, body, htmlClass: "dark-mode" });
      return true;
    },
  },
  {
    name: "Scalar 1.72.1",
    path: "light.html#tag/files/PUT/files/{file_id}",
    darkPath: "dark.html#tag/files/PUT/files/{file_id}",
    defaultPath: "default.html#tag/files/PUT/files/{file_id}",
    ready: "h2:text('Update a file'), h3:text('Update a file') >> visible=true",
    tryIt: "button:has-text('Test Request')",
    async make({ place, modules }) {
      await cp(join(modules, "@scalar/api-reference/dist/browser/standalone.js"), join(place, "scalar.js"));
      const quiet = {
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: "never",
        agent: { disabled: true },
      };
      const variants = {
        light: { ...quiet, forceDarkModeState: "light" },
        dark: { ...quiet, forceDarkModeState: "dark" },
        default: {},
      };
      for (const [name, options] of Object.entries(variants)) {
        const settings = JSON.stringify({ url: "openapi.json", ...options });
        await writeFile(join(place, `${name}.js`), `Scalar.createApiReference("#docs", ${settings});`);
        const body = `<div id="docs"></div><script src="scalar.js"></script><script src="${name}.js"></script>`;
        await writePage(place, name, { body });
      }
      return true;
    },
  },
  {
    name: "Redoc 3 of Redocly CLI",
    path: "light.html#operation/updateFile",
    ready: `${SUMMARY} >> visible=true`,
    tryIt: "button:has-text('Try it')",
    async make({ place, contract }) {
      const redocly = join(root, "node_modules/.bin/redocly");
      const options = ["--config", join(root, "redocly.yaml"), "--inlineBundle", "--output", join(place, "light.html")];
      await promisify(execFile)(redocly, ["build-docs", contract, ...options]);
      return true;
    },
  },
  ownPage("own page of an operation", "operations/updateFile.html"),
  ownPage("own list of operations", "operations/index.html"),
];

/** A page of the site, which `npm run docs` builds. */
function ownPage(name: string, path: string): FrontEnd {
  return {
    name,
    path,
    darkPath: path,
    ready: `main >> ${SUMMARY} >> nth=0`,
    tryIt: "form.try-it button",
    async make({ place }) {
      const site = join(root, "site/dist");
      if (!existsSync(join(site, path))) return false;
      await mkdir(dirname(join(place, path)), { recursive: true });
      await cp(site, place, { recursive: true });
      // It is there: reading it is how the page says so when it cannot.
      await readFile(join(place, path));
      return true;
    },
  };
}

interface Parts {
  readonly head?: string;
  readonly body: string;
  readonly htmlClass?: string;
}

/** A page with nothing of its own that a content security policy could forbid. */
async function writePage(place: string, name: string, { head = "", body, htmlClass = "" }: Parts): Promise<void> {
  const html = `<!doctype html><html lang="en" class="${htmlClass}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Content Service</title>${head}</head><body>${body}</body></html>`;
  await writeFile(join(place, `${name}.html`), html);
}
