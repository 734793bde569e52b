/** Types of a vault's history as stored in anchors outside its folder. Source: sealing design B10. */

/** A group's state digest at that time; a later one has another MAC and a later commit. */
export interface AnchoredGroup {
  readonly epoch: number;
  readonly commit_count: number;
  /** MAC of the state, 64 hex digits. */
  readonly mac: string;
}

export interface Anchored {
  readonly epoch: number;
  readonly commit_count: number;
  /** Chain value of the link, 64 hex digits; null in an anchor of a release without chain. */
  readonly chain: string | null;
  /** Anchored state of groups by `<security_group_id>/<generation>`. */
  readonly groups: Readonly<Record<string, AnchoredGroup>>;
}

export interface KnownHistory {
  readonly latest: Anchored | undefined;
  /** Snapshots restored on this computer, oldest first; each began an epoch. */
  readonly restored: readonly Anchored[];
}
