/** The path of a URL, not decoded: decoded, it could break a line of the log. */
export function pathOf(url: string): string {
  return url.replace(/^[^/]*\/\/[^/?#]*|[?#].*$/gs, "");
}

/** Whether a path is that of a control operation, or leads to their page. The router decodes it, too. */
export function isControlPath(path: string): boolean {
  const decoded = path.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded === "/" || decoded === CONTROL_PATH || decoded.startsWith(`${CONTROL_PATH}/`);
}

const CONTROL_PATH = "/_sandbox";
