import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { dirname, resolve } from "node:path";
import { arrayAt, createContract, isJsonObject, type Json, parseJson, stringAt } from "content-service-contract";
import { reasonOf, UsageError } from "./usage-error.js";

/** Writes a file atomically. Keeps a link, and appends to a device or a pipe. Throws a `UsageError` when it cannot be written. */
export function writeFile(path: string, text: string, mode = 0o666): void {
  const temporary = `${randomUUID()}.tmp`;
  try {
    const found = fs.statSync(path, { throwIfNoEntry: false });
    const isSpecial = found !== undefined && !found.isFile() && !found.isDirectory();
    // An open file has the name `/dev/stdout` too.
    if (isSpecial || /^\/(?:dev\/(?:std|fd\/)|proc\/)/.test(path)) {
      fs.appendFileSync(path, text);
      return;
    }
    const file = found === undefined ? resolve(path) : fs.realpathSync(path);
    fs.mkdirSync(dirname(file), { recursive: true });
    try {
      // Flushed: a spent refresh token must not be all that is left after a power loss.
      fs.writeFileSync(`${file}.${temporary}`, text, { flag: "wx", mode, flush: true });
      fs.renameSync(`${file}.${temporary}`, file);
    } finally {
      fs.rmSync(`${file}.${temporary}`, { force: true });
    }
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Creates the folder of a report before a long run. Throws a `UsageError` when the report could not be written. */
export function requireWritable(path: string): void {
  if (path === "") throw new UsageError("The name of a report must not be empty");
  const folder = dirname(resolve(path));
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(fs.existsSync(path) ? path : folder, fs.constants.W_OK);
    if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Reads a JSON or YAML file. Throws a `UsageError` that does not quote the file. */
export async function readData(option: string, path: string): Promise<unknown> {
  const fail = (reason: string, cause?: unknown) => new UsageError(`${option} ${path} ${reason}`, { cause });
  let text: string;
  try {
    text = fs.readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw fail(`cannot be read: ${reasonOf(error)}`, error);
  }
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (/\.json$/i.test(path)) throw fail("is not JSON");
  // Loaded on demand. Aliases of aliases can stand for any number of values, so they are limited.
  const { parse } = await import("yaml");
  try {
    return parse(text, { maxAliasCount: 10_000, logLevel: "error", merge: true });
  } catch (error) {
    const { linePos }: { linePos?: readonly { line: number }[] } = Object(error);
    const line = linePos?.[0]?.line;
    throw fail(`is neither JSON nor YAML${line === undefined ? "" : `: see line ${line}`}`, error);
  }
}

/** Reads a file with a list: the list itself, or an object with `$schema` and the list as `entries`. */
export async function readList(option: string, path: string): Promise<unknown> {
  const value = await readData(option, path);
  const isObject = isJsonObject(value) && Object.keys(value).every((name) => /^(\$schema|entries)$/.test(name));
  return isObject ? value["entries"] : value;
}

/** A value of a file that matches a schema. Throws a `UsageError` that names the first place that does not. */
export function validated<Value>(option: string, file: string, form: object, value: unknown): Value {
  const { validate } = createContract({ paths: {}, components: { schemas: { form } } });
  // Read from JSON or YAML.
  const [first] = validate("/components/schemas/form", value as Json);
  if (first === undefined) return value as Value;
  const type = (_: string, type: string) => `must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  const message = first.message.replace(/^must be ([a-z]+)$/, type);
  throw new UsageError(`${option} ${file}: ${first.at || "the file"} ${message}`);
}

/** The ids of the checks that failed or errored in a JSON report. Throws a `UsageError` when there are none. */
export async function readFailedChecks(path: string): Promise<string[]> {
  const report = await readData("--rerun", path);
  const checks = (isJsonObject(report) ? arrayAt(report, "checks") : []).filter(isJsonObject);
  const ids = checks.map((check) => stringAt(check, "id") ?? "");
  if (ids.length === 0 || ids.includes("")) throw new UsageError(`--rerun ${path} is not a JSON report with checks`);
  const failed = checks.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
  if (failed.length === 0) throw new UsageError(`--rerun ${path}: no check failed in this report`);
  const rules = failed
    .flatMap((check) => arrayAt(check, "findings").filter(isJsonObject))
    .map((one) => stringAt(one, "rule") ?? "");
  // These compare the responses of several checks.
  const isShared = rules.some((rule) => ["consistent-records", "request-ids-differ"].includes(rule));
  const others = isShared ? ids.filter((id) => id.endsWith("/succeeds")) : [];
  return [...new Set([...failed.map((check) => stringAt(check, "id") ?? ""), ...others])];
}

/** The refresh token of a token file; undefined without a file. Throws a `UsageError` that never quotes the file. */
export function readTokenFile(path: string): string | undefined {
  let text: string;
  try {
    text = fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UsageError(`--token-file ${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  const value = parseJson(text);
  if (isJsonObject(value) && typeof value["refreshToken"] === "string" && value["refreshToken"] !== "")
    return value["refreshToken"];
  throw new UsageError(`--token-file ${path} must be JSON with a refreshToken`);
}

/** Replaces the token file, in the format of `fileTokenStore` of the client. Only its owner can read it. */
export function writeTokenFile(
  path: string,
  tokens: { readonly refreshToken: string; readonly accessToken?: string; readonly expiresAtMs?: number | undefined },
): void {
  writeFile(path, `${JSON.stringify(tokens)}\n`, 0o600);
}
