import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection that a test writes to byte by byte. */
export interface RawCall {
  readonly socket: Socket;
  /** Waits until what came fits, or the connection ends; gives all that came. */
  until(pattern: RegExp): Promise<string>;
  /** Waits for the end of the connection; gives all that came. */
  end(): Promise<string>;
}

/** Opens a connection for one test, and sends a text. */
export async function rawCall(port: number, text: string): Promise<RawCall> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let came = "";
  let ended = false;
  socket.on("data", (chunk) => {
    came += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
    socket.emit("data", Buffer.alloc(0));
  });
  await once(socket, "connect");
  socket.write(text, "latin1");
  const until = async (holds: () => boolean) => {
    while (!holds() && !ended) await once(socket, "data");
    return came;
  };
  return { socket, until: (pattern) => until(() => pattern.test(came)), end: () => until(() => ended) };
}
