/**
 * Compares a database with the anchor outside the folder: it must be at the same state, or a later one of the same
 * history. Needs no key, so it cannot prove that a newer digest was sealed by the vault; the state check does at
 * unlock.
 * Source: sealing design B5, B10.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { encodeHex } from '#crypto/bytes.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createLinkStore } from '#server/storage/history/commit-link-store.ts';
import { createDigestStore, type DigestRow } from '#server/storage/history/digest-store.ts';
import type {
  Anchored,
  AnchoredGroup,
  KnownHistory,
} from '#server/system/config/anchors/anchored-history.ts';

/**
 * `behind`: older than this computer has seen, or of another history. `unknown_epoch`: the epoch was started on another
 * computer.
 */
export type AnchorStatus = 'goes_on' | 'behind' | 'unknown_epoch';

const REFUSALS = {
  behind:
    'This vault folder is older than it was when last used here. It may have been set back. To accept the older state, start with --accept-rollback.',
  unknown_epoch:
    'This vault folder was begun anew from an older state, and not on this computer. If it was restored from a backup elsewhere, start with --accept-rollback.',
} as const;

export function compareWithAnchor(db: SqlEngine, { latest, restored }: KnownHistory): AnchorStatus {
  if (latest === undefined) return 'goes_on';
  const links = createLinkStore(db);
  const head = links.head();
  if (head.epoch < latest.epoch) return 'behind';
  const expected = [latest, ...restored].find(({ epoch }) => epoch === head.epoch);
  // Releases without a commit chain knew epochs by number only.
  if (expected === undefined) return latest.chain === null ? 'goes_on' : 'unknown_epoch';
  if (head.commit_count < expected.commit_count) return 'behind';
  if (expected.chain === null) return 'goes_on';
  const chain = links.findChain(expected);
  if (chain === undefined || encodeHex(chain) !== expected.chain) return 'behind';
  return groupsContinueAnchor(createDigestStore(db).list(), expected) ? 'goes_on' : 'behind';
}

/**
 * Compares the database with the anchor.
 * @throws protocol_error unless the database continues from the anchored state.
 */
export function assertContinuesAnchor(db: SqlEngine, known: KnownHistory): void {
  const standing = compareWithAnchor(db, known);
  if (standing !== 'goes_on') throw new VaultError('protocol_error', REFUSALS[standing]);
}

/** Number of the epoch that begins when a person accepts the present state. */
export function nextEpoch(db: SqlEngine, { latest, restored }: KnownHistory): number {
  const known = [latest, ...restored].map((anchored) => anchored?.epoch ?? 0);
  return Math.max(createLinkStore(db).head().epoch, ...known) + 1;
}

export function anchorOf(digests: readonly DigestRow[]): Record<string, AnchoredGroup> {
  return Object.fromEntries(
    digests.map(({ security_group_id, generation, epoch, commit_count, mac }) => [
      `${security_group_id}/${generation}`,
      { epoch, commit_count, mac: encodeHex(mac) },
    ]),
  );
}

/** True when each digest is the anchored one or later; a removed generation must have a later one. */
function groupsContinueAnchor(
  digests: readonly DigestRow[],
  { epoch, commit_count, groups }: Anchored,
): boolean {
  const isLater = (digest: DigestRow) =>
    digest.epoch > epoch || (digest.epoch === epoch && digest.commit_count > commit_count);
  const byName = new Map(digests.map((digest) => [nameOf(digest), digest]));
  return Object.entries(groups).every(([name, seen]) => {
    const digest = byName.get(name);
    if (digest !== undefined) return encodeHex(digest.mac) === seen.mac || isLater(digest);
    const [group, generation] = name.split('/');
    return digests.some(
      (other) => other.security_group_id === group && other.generation > Number(generation) && isLater(other),
    );
  });
}

function nameOf({ security_group_id, generation }: DigestRow): string {
  return `${security_group_id}/${generation}`;
}
