/**
 * Reads the file name of a response from its `Content-Disposition` (RFC 6266), `filename*` (RFC 8187) before `filename`.
 * Returns the last segment of a path, without control characters, so that a name cannot leave its folder; undefined
 * without a usable name.
 */
export function fileName({ headers }: { readonly headers: Headers }): string | undefined {
  const text = headers.get("content-disposition") ?? "";
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of text.matchAll(PARAMETER))
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token);
  const names = [extended(parameters.get("filename*")), utf8(parameters.get("filename"))];
  return names.map(baseName).find((name) => name !== undefined);
}

const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;"]+))/g;

/** Decodes `UTF-8'en'a%20b` (RFC 8187). */
function extended(value: string | undefined): string | undefined {
  const [, charset = "", encoded = ""] =
    /^(utf-8|iso-8859-1)'[\w-]*'((?:%[\da-f]{2}|[\w!#$&+.^`|~-])+)$/i.exec(value ?? "") ?? [];
  if (!charset) return undefined;
  const bytes = encoded.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
  return /^u/i.test(charset) ? utf8(bytes) : bytes;
}

/** The text of bytes that are UTF-8, as many servers send them; of others, Latin-1. */
function utf8(latin1: string | undefined): string | undefined {
  const bytes = Uint8Array.from(latin1 ?? "", (one) => one.charCodeAt(0));
  try {
    return latin1 && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return latin1;
  }
}

function baseName(name: string | undefined): string | undefined {
  const [last = ""] = name?.replace(/\p{C}/gu, "").split(/[\\/]/).slice(-1) ?? [];
  return /^[. ]*$/.test(last) ? undefined : last;
}
