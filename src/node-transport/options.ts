import type { ConnectionOptions, SecureContextOptions } from "node:tls";
import type { Dispatcher } from "undici";

/** Settings of `nodeTransport`. */
export interface NodeTransportOptions {
  /**
   * How many connections are open to one server at most. Further requests wait for a free one, in the time of their
   * attempt. Not together with `dispatcher`.
   * @default 64
   */
  connections?: number;
  /**
   * How long a connection may take to be made, TLS included, in milliseconds. The attempt that waits for it ends by its
   * own `timeoutMs`; this is for what is left of the connection then. It should not be shorter than `timeoutMs`. Not
   * together with `dispatcher`.
   * @default 30000
   */
  connectTimeoutMs?: number;
  /**
   * The proxy to go through, as a URL, with `user:password@` where it wants that; or `"environment"` for what
   * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say when the transport is made. Without it there is no proxy, whatever
   * they say. A proxy is asked for a tunnel (`CONNECT`), so that with `https:` it does not see tokens. Not together with
   * `dispatcher`.
   */
  proxy?: string | "environment";
  /**
   * How TLS is spoken with the service, as Node's `tls.connect` takes it: `ca`, `cert`, `key`, `servername`. Of these
   * `ca` is for a proxy with TLS as well. Not together with `dispatcher`.
   */
  connect?: SecureContextOptions & Pick<ConnectionOptions, "servername" | "checkServerIdentity" | "rejectUnauthorized">;
  /** An undici dispatcher of the caller's own, in place of all of these. `close` leaves it open. */
  dispatcher?: Dispatcher;
}
