/** A caller of the service, as the operator knows it. */
export interface KnownCaller {
  /** A name for reports. */
  readonly name: string;
  /** An access token. Without it, the facts are about the user of the target's `token`. */
  readonly token?: string | undefined;
  /** What the operator says about the user. Nothing of it is asked of the service. */
  readonly facts?: CallerFacts | undefined;
}

/** Facts about a caller. */
export interface CallerFacts {
  /** The id of the user. */
  readonly id?: string | undefined;
  /** The roles in the words of the contract: the names in `security` and in `x-access`. */
  readonly roles?: readonly string[] | undefined;
  /** The enterprise, organization or account that the user belongs to. */
  readonly tenant?: string | undefined;
  /** Whether the user may act for others. @default whether one of the roles may, by the contract */
  readonly actsForOthers?: boolean | undefined;
  /** Ids of records that the user may not see, by the type of the record, such as `{ file: ["4004"] }`. */
  readonly hidden?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Ids of records that the user may see, by the type of the record, such as those that a group of the user was invited to. */
  readonly visible?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * A record that the user has a role on, by the role and the type of the record, such as `{ viewer: { file: "4001" } }`. A
   * run with lasting effects invites the user, who must not have another role on the record or a folder above it.
   */
  readonly grants?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** The same for groups of the user, by the id of the group: `{ "2001": { viewer: { file: "4001" } } }`. */
  readonly groups?: Readonly<Record<string, NonNullable<CallerFacts["grants"]>>> | undefined;
}
