import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

/** A folder that is served on loopback. */
export interface FolderServer {
  readonly url: string;
  /** The bytes of everything that was sent since this was last asked, compressed. */
  takeSentBytes(): number;
  /** From now on every answer carries this content security policy. */
  setPolicy(policy: string | undefined): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves a folder as a good host would: compressed. */
export async function serveFolder(folder: string): Promise<FolderServer> {
  let sentBytes = 0;
  let policy: string | undefined;
  // Compressing again and again would be measured as well.
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = normalize(decodeURI(new URL(request.url ?? "/", "http://localhost").pathname));
    const send = (body: Buffer) => {
      sentBytes += body.length;
      response.writeHead(200, {
        "content-type": TYPES[extname(path)] ?? "application/octet-stream",
        "content-encoding": "gzip",
        ...(policy === undefined ? {} : { "content-security-policy": policy }),
      });
      response.end(body);
    };
    const known = compressed.get(path);
    if (known !== undefined) return send(known);
    readFile(join(folder, path)).then(
      (content) => {
        const body = gzipSync(content, { level: 9 });
        compressed.set(path, body);
        send(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    takeSentBytes() {
      const bytes = sentBytes;
      sentBytes = 0;
      return bytes;
    },
    setPolicy(next) {
      policy = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
