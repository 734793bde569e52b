/**
 * Updates each group's state digest in the transaction that changes its rows. A stored digest counts only when it
 * verifies under the group's key. A missing or invalid one is reported and not replaced: a new digest would legitimise
 * tampered rows.
 * Source: sealing design B10.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { ChainedChange } from '#crypto/history/commit-chain.ts';
import {
  EMPTY_TALLY,
  openDigest,
  sealDigest,
  type Tally,
  withoutRow,
  withRow,
} from '#crypto/history/state-digest.ts';
import type { ChangedRow } from '#server/storage/engine/changed-row.ts';
import type { CommitPlace } from '#server/storage/history/commit-link-store.ts';
import type { DigestPlace, DigestRow, DigestStore } from '#server/storage/history/digest-store.ts';

/** The group's `stateMacKey` of a generation, from any unlocked principal who has it. */
export type FindStateKey = (securityGroupId: SecurityGroupId, generation: number) => Uint8Array | undefined;

export interface StateDigestsDeps {
  readonly store: DigestStore;
  readonly findKey: FindStateKey;
  /** True when the signed list says that the group has a digest. */
  readonly isPromised: (securityGroupId: SecurityGroupId) => boolean;
  /** Called when rows of a group without a digest change. */
  readonly onUntracked: (securityGroupId: SecurityGroupId) => void;
  /** Called when the group's digest is invalid or missing. */
  readonly onDamaged: (securityGroupId: SecurityGroupId) => void;
}

export function createStateDigests({ store, findKey, isPromised, onUntracked, onDamaged }: StateDigestsDeps) {
  /** Tallies this process sealed or opened last; read again only after other commits. */
  const opened = new Map<string, CommitPlace & { readonly tally: Tally }>();
  const seen = new Set<string>();

  /** Opens a stored digest, with cache. @throws CryptoError when the stored digest does not verify. */
  function tallyOf(securityGroupId: SecurityGroupId, at: DigestPlace): Tally {
    const { generation, epoch, commit_count } = at;
    const key = requireKey(securityGroupId, generation);
    const known = opened.get(nameOf(securityGroupId, generation));
    if (known?.epoch === epoch && known.commit_count === commit_count) return known.tally;
    const row = store.listOf(securityGroupId).find((digest) => digest.generation === generation);
    if (row === undefined) throw new CryptoError();
    return openDigest(key, row);
  }

  function seal(
    securityGroupId: SecurityGroupId,
    generation: number,
    tally: Tally,
    place: CommitPlace,
  ): ChainedChange {
    const { epoch, commit_count } = place;
    const digestPlace = { security_group_id: securityGroupId, generation, epoch, commit_count };
    return put(sealDigest(requireKey(securityGroupId, generation), digestPlace, tally), tally);
  }

  function put(digest: DigestRow, tally: Tally): ChainedChange {
    const { security_group_id, generation, epoch, commit_count } = digest;
    store.put(digest);
    seen.add(security_group_id);
    const name = nameOf(security_group_id, generation);
    opened.set(name, { epoch, commit_count, tally });
    return { table: 'state_digests', key: name, mac: digest.mac };
  }

  /**
   * The group's key for digests.
   * @throws group_key_unavailable when the group was locked before its pending write was committed.
   */
  function requireKey(securityGroupId: SecurityGroupId, generation: number): Uint8Array {
    const key = findKey(securityGroupId, generation);
    if (key === undefined)
      throw new VaultError('group_key_unavailable', 'The group was locked before the change was stored.');
    return key;
  }

  /** The tally of one generation after the changes. */
  function tallyAfter(
    before: Tally,
    securityGroupId: SecurityGroupId,
    generation: number,
    changes: readonly ChangedRow[],
  ): Tally {
    const key = requireKey(securityGroupId, generation);
    let tally = before;
    for (const { kind, id, old_generation, old_mac, new_generation, new_mac } of changes) {
      if (old_generation === generation && old_mac !== null)
        tally = withoutRow(key, tally, { kind, id, row_mac: old_mac });
      if (new_generation === generation && new_mac !== null)
        tally = withRow(key, tally, { kind, id, row_mac: new_mac });
    }
    return tally;
  }

  function applyToGroup(
    securityGroupId: SecurityGroupId,
    changes: readonly ChangedRow[],
    place: CommitPlace,
  ): ChainedChange[] {
    const digests = store.listPlacesOf(securityGroupId);
    if (digests.length === 0) {
      if (isMissing(securityGroupId)) onDamaged(securityGroupId);
      else onUntracked(securityGroupId);
      return [];
    }
    seen.add(securityGroupId);
    const chained: ChainedChange[] = [];
    const newest = Math.max(...digests.map(({ generation }) => generation));
    for (const generation of changedGenerations(changes)) {
      const digest = digests.find((each) => each.generation === generation);
      // Rows of a generation that never existed come from tampering; the stored sum, which lacks them, reveals it.
      if (digest === undefined && generation < newest) continue;
      try {
        const before = digest ? tallyOf(securityGroupId, digest) : EMPTY_TALLY;
        const tally = tallyAfter(before, securityGroupId, generation, changes);
        if (tally.rows === 0 && generation < newest) {
          store.delete(securityGroupId, generation);
          chained.push({ table: 'state_digests', key: nameOf(securityGroupId, generation), mac: null });
        } else chained.push(seal(securityGroupId, generation, tally, place));
      } catch (error) {
        if (!(error instanceof CryptoError)) throw error;
        onDamaged(securityGroupId);
      }
    }
    return chained;
  }

  /** True when this process or the signed list knows of a digest and none is stored. */
  function isMissing(securityGroupId: SecurityGroupId): boolean {
    const hadOne = seen.has(securityGroupId) || isPromised(securityGroupId);
    return hadOne && store.listPlacesOf(securityGroupId).length === 0;
  }

  return {
    /** Call inside the transaction that made the changes. @throws group_key_unavailable */
    apply(changes: readonly ChangedRow[], place: CommitPlace): ChainedChange[] {
      const byGroup = Map.groupBy(changes, ({ security_group_id }) => security_group_id);
      return [...byGroup].flatMap(([id, ofGroup]) => applyToGroup(id, ofGroup, place));
    },

    /** Drops cached tallies: a sealed digest may have been rolled back, or replaced by another server. */
    forgetSealed: () => opened.clear(),

    /** Creates the group's first digests, or new ones after a person's decision; call inside a transaction. */
    begin(
      securityGroupId: SecurityGroupId,
      tallies: ReadonlyMap<number, Tally>,
      place: CommitPlace,
    ): ChainedChange[] {
      for (const { generation } of store.listPlacesOf(securityGroupId))
        store.delete(securityGroupId, generation);
      return [...tallies].map(([generation, tally]) => seal(securityGroupId, generation, tally, place));
    },

    /** Creates the first digest of a new group, with its key. */
    beginEmpty(
      security_group_id: SecurityGroupId,
      generation: number,
      key: Uint8Array,
      place: CommitPlace,
    ): ChainedChange {
      return put(sealDigest(key, { security_group_id, generation, ...place }, EMPTY_TALLY), EMPTY_TALLY);
    },

    /** True when the group ever had a digest, as far as this process or the signed list knows. */
    hasBegun: (securityGroupId: SecurityGroupId) =>
      isMissing(securityGroupId) || store.listPlacesOf(securityGroupId).length > 0,

    isMissing,

    generationsOf: (securityGroupId: SecurityGroupId) =>
      store.listPlacesOf(securityGroupId).map(({ generation }) => generation),

    /**
     * True when digests count rows under a key before `generation`: rows that a rotation has missed. An invalid digest
     * counts as such.
     */
    countsBefore(securityGroupId: SecurityGroupId, generation: number): boolean {
      const older = store.listPlacesOf(securityGroupId).filter((each) => each.generation < generation);
      return older.some((digest) => {
        try {
          return tallyOf(securityGroupId, digest).rows > 0;
        } catch {
          return true;
        }
      });
    },

    /** True when the sums match the counted rows; generations without an available key are skipped. */
    holds(securityGroupId: SecurityGroupId, counted: ReadonlyMap<number, Tally>): boolean {
      return isStateAsRecorded(store.listOf(securityGroupId), counted, (generation) =>
        findKey(securityGroupId, generation),
      );
    },
  };
}

/** `counted`: the rows of the table, by generation. */
export function isStateAsRecorded(
  digests: readonly DigestRow[],
  counted: ReadonlyMap<number, Tally>,
  findKey: (generation: number) => Uint8Array | undefined,
): boolean {
  const generations = new Set([...counted.keys(), ...digests.map(({ generation }) => generation)]);
  return [...generations].every((generation) => {
    const key = findKey(generation);
    if (key === undefined) return true;
    const digest = digests.find((row) => row.generation === generation);
    const { rows, sum } = counted.get(generation) ?? EMPTY_TALLY;
    if (digest === undefined) return rows === 0;
    const sealed = tryOpen(key, digest);
    return sealed !== undefined && sealed.rows === rows && sealed.sum === sum;
  });
}

function tryOpen(key: Uint8Array, digest: DigestRow): Tally | undefined {
  try {
    return openDigest(key, digest);
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

function nameOf(securityGroupId: SecurityGroupId, generation: number): string {
  return `${securityGroupId}/${generation}`;
}

function changedGenerations(changes: readonly ChangedRow[]): Set<number> {
  const generations = new Set<number>();
  for (const { old_generation, new_generation } of changes) {
    if (old_generation !== null) generations.add(old_generation);
    if (new_generation !== null) generations.add(new_generation);
  }
  return generations;
}
