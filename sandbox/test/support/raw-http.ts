import { connect } from "node:net";

/** Sends bytes as they are and returns all bytes received until the server closes. `thenClose` half-closes after sending. */
export function rawHttp(port: number, bytes: string | Buffer, thenClose = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString());
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server may reset a connection instead of reading all of a large request.
    socket.on("error", (error) => (socket.bytesWritten > 0 ? done() : reject(error)));
    socket.on("close", done);
    if (thenClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The bytes of a request with `connection: close`. */
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

/** The status of a response; undefined when no response was received. */
export function statusOf(response: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(response)?.[1];
  return status === undefined ? undefined : Number(status);
}
