import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Contract, objectAt } from "content-service-contract";
import { inferResources } from "../check/document/infer-resources.js";
import { flatContract } from "../check/flat/flat-contract.js";
import { describeResource, operationsByKind } from "../check/resources/operations.js";
import { listedRoles } from "../check/sentences/callers.js";
import { type Command, readAddress } from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { writeFile } from "./files.js";
import { readOptions, usageOf, value } from "./options.js";
import { UsageError } from "./usage-error.js";

const NAMES = { config: "contract-check.json", callers: "callers.json", workflow: ".github/workflows/contract.yml" };

const options = {
  ...contractOptions,
  "base-url": value("<url>", "the base address, with its version; without it, the first server of the contract"),
  directory: value("<folder>", "the folder for the files", "."),
};

export const command: Command = {
  usage: usageOf(
    "init --contract <file> [options]",
    `Writes the files of a check, and overwrites none: ${Object.values(NAMES).join(", ")}.`,
    options,
    "Exit codes: 0 the files were written, 2 a file exists or the contract cannot be used.",
  ),
  async run(args) {
    const { values } = readOptions(options, args);
    const contract = await readContract(values);
    const folder = values.directory;
    const within = (path: string) => slashed(relative(folder, path));
    const shown = (name: string) => slashed(join(folder, name));
    // A folder elsewhere has a repository of its own.
    const below = relative(".", folder);
    const isBelow = below !== "" && !below.startsWith("..") && !isAbsolute(below);
    const root = isBelow ? "." : folder;
    // Package managers install the packages of a workspace in the folder of its root.
    const installed = foldersUpFrom(folder).find((one) => existsSync(join(one, SCHEMAS))) ?? root;
    const schemaFor = (kind: string) =>
      within(join(installed, SCHEMAS, `${kind}.schema.json`)).replace(/^(?!\.)/, "./");
    const { contract: file, overlay } = values;
    const baseUrl = values["base-url"] ?? contract.operations.find(({ server }) => server === "base")?.serverUrl;
    const settings = {
      $schema: schemaFor("config"),
      contract: file === undefined ? undefined : within(file),
      overlay: overlay.length === 0 ? undefined : overlay.map(within),
      "base-url": URL.canParse(baseUrl ?? "") ? readAddress("--base-url", baseUrl ?? "") : undefined,
      parameters: {},
      resources: Object.fromEntries(
        inferResources(contract).map((one) => [
          one.collection,
          [...new Set(operationsByKind(one).map(([, { id }]) => id))],
        ]),
      ),
    };
    const { config, callers, workflow } = NAMES;
    const texts = {
      [config]: `${JSON.stringify(settings, null, 2)}\n`,
      [callers]: `${JSON.stringify({ $schema: schemaFor("callers"), entries: callersOf(contract) }, null, 2)}\n`,
      [workflow]: workflowFor(contract, slashed(relative(root, join(folder, config)))),
    };
    const existing = Object.keys(texts).filter((name) => existsSync(join(folder, name)));
    if (existing.length > 0)
      throw new UsageError(`Nothing was written, since these files exist: ${existing.map(shown).join(", ")}`);
    for (const [name, text] of Object.entries(texts)) writeFile(join(folder, name), text);
    for (const line of nextSteps(contract, settings["base-url"], shown)) console.log(line);
    if (isBelow)
      console.log(`  4. Move ${shown(workflow)} to .github/workflows of the repository, where GitHub runs it.`);
    return 0;
  },
};

const SCHEMAS = "node_modules/content-service-contract-tests/generated";

function foldersUpFrom(folder: string): string[] {
  const path = resolve(folder);
  const above = dirname(path);
  return above === path ? [path] : [path, ...foldersUpFrom(above)];
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** @param shown a file as the user finds it */
function nextSteps(contract: Contract, baseUrl: string | undefined, shown: (name: string) => string): string[] {
  const [config, callers] = [shown(NAMES.config), shown(NAMES.callers)];
  const resources = inferResources(contract);
  const known = new Set(resources.flatMap(operationsByKind).map(([, operation]) => operation));
  const alone = contract.operations.filter((one) => !known.has(one)).map(({ id }) => id);
  return [
    `Operations: ${contract.operations.length}. Inferred resources: ${resources.length}`,
    ...resources.map((one) => `  ${describeResource(one)}`),
    ...(alone.length === 0 ? [] : [`  checked one by one, in no resource: ${alone.join(", ")}`]),
    `Wrote ${Object.values(NAMES).map(shown).join(", ")}. Next:`,
    `  1. Correct resources in ${config}, and give ids that exist as parameters.`,
    `  2. Set CONTENT_TOKEN, and run: npx content-service-contract-tests check --config ${config}${baseUrl === undefined ? " --base-url <url>" : ""}`,
    `  3. Correct ${callers}, set its variables, and add "callers": "${NAMES.callers}" to ${config}.`,
  ];
}

/** A caller for each role of the contract, or another user. Without `x-access`, rights can also end at a tenant. */
function callersOf(contract: Contract): { name: string; env?: string; facts: object }[] {
  const declared = Object.keys(objectAt(objectAt(contract.document, "x-access"), "roles"));
  const stated = new Set([...declared, ...contract.operations.flatMap(({ access }) => access.roles.flat())]);
  const roles = stated.size > 0 ? stated : new Set(listedRoles(flatContract(contract)));
  if (roles.size === 0) return [{ name: "another user", env: "OTHER_TOKEN", facts: {} }];
  const tenant = stated.size > 0 ? {} : { tenant: "own" };
  const named = [...roles].map((role) => {
    const env = `${role.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_TOKEN`;
    return { name: `the ${role}`, env, facts: { roles: [role], ...tenant } };
  });
  if (stated.size > 0) return named;
  const stranger = { name: "a user of another tenant", env: "OTHER_TENANT_TOKEN", facts: { tenant: "another" } };
  return [{ name: "the user of CONTENT_TOKEN", facts: tenant }, ...named, stranger];
}

/** The workflow of the package, with the config and the tokens of the callers. */
function workflowFor(contract: Contract, config: string): string {
  const shipped = createRequire(import.meta.url).resolve("content-service-contract-tests/package.json");
  const template = readFileSync(join(shipped, "../workflows/contract.yml"), "utf8");
  const tokens = callersOf(contract).flatMap(({ env }) => env ?? []);
  const hasTokenServer = contract.operations.some(({ server }) => server === "auth");
  const text = template
    .replace("Copy this file to .github/workflows and set:", "Set:")
    .replace(/^# {3}the variable CONTENT_PARAMETERS.*\n/m, "")
    .replace(/^ *CONTENT_PARAMETERS: .*\n/m, "")
    .replace(/--parameters "[^"]*" \\/, `--config ${config} \\`)
    .replace("with read permission;", `with read permission, and those of your callers: ${tokens.join(", ")}.`)
    .replace(/^( *)CONTENT_TOKEN: .*\n/m, (line, indent: string) =>
      [line, ...tokens.map((name) => `${indent}${name}: \${{ secrets.${name} }}\n`)].join(""),
    );
  return hasTokenServer
    ? text
    : text
        .replace(
          "the variables CONTENT_BASE_URL and CONTENT_AUTH_URL, the URLs of the service and of its token server;",
          "the variable CONTENT_BASE_URL, the URL of the service;",
        )
        .replace(/^ *CONTENT_AUTH_URL: .*\n/m, "");
}
