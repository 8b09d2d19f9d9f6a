/** A body that comes in, as an answer reads it. */
export interface Incoming {
  /** What has come and nobody has read. */
  readonly held: readonly Buffer[];
  /** Whether the whole body has come; what nobody has read of it is held. */
  readonly ended: boolean;
  readonly failed: boolean;
  /** The next bytes; undefined at the end. */
  next(): Promise<Buffer | undefined>;
  /** Drops the connection, unless all has come already. */
  giveUp(reason: unknown): void;
}
