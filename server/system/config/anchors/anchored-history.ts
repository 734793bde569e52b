/** What is remembered of a vault's history outside its folder. Source: sealing design B10. */

/** A group's state digest as it was: a later one has another MAC, and was written later. */
export interface AnchoredGroup {
  readonly epoch: number;
  readonly commit_count: number;
  /** 64 hex digits. */
  readonly mac: string;
}

export interface Anchored {
  readonly epoch: number;
  readonly commit_count: number;
  /** The link, 64 hex digits; null in an anchor of a version that kept no chain. */
  readonly chain: string | null;
  /** By `<security_group_id>/<generation>`. */
  readonly groups: Readonly<Record<string, AnchoredGroup>>;
}

export interface KnownHistory {
  readonly latest: Anchored | undefined;
  /** Snapshots restored on this computer, oldest first: each began an epoch. */
  readonly restored: readonly Anchored[];
}
