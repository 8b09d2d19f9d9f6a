import { connect } from "node:net";

/**
 * Sends bytes as they are and gives all that comes back until the other side closes, which it does at once for what it
 * cannot read. With `thenClose` this side closes its half first.
 */
export function rawHttp(port: number, bytes: string | Buffer, thenClose = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString());
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server may reset a connection on which there is more to read than it wants.
    socket.on("error", (error) => (socket.bytesWritten > 0 ? done() : reject(error)));
    socket.on("close", done);
    if (thenClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** A request as it stands on the wire. The server closes the connection after its answer. */
export function wire(method: string, target: string, { headers = [], body = "" }: Wired = {}): Buffer {
  const bytes = Buffer.from(body);
  const lines = ["host: 127.0.0.1", "connection: close", ...headers];
  if (bytes.byteLength > 0) lines.push(`content-length: ${bytes.byteLength}`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

interface Wired {
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

/** The status of an answer, and undefined when there was none. */
export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}
