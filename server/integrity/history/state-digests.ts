/**
 * Keeps each group's state digest in step with its rows, inside the same transaction. A stored digest counts only
 * when it verifies under the group's key. One that is missing, or not the one that was sealed, is reported and left
 * alone: a new digest would legitimise whatever rows are there.
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
  /** The signed list says that the group has a digest. */
  readonly isPromised: (securityGroupId: SecurityGroupId) => boolean;
  /** Rows of the group change and it has no digest yet. */
  readonly onUntracked: (securityGroupId: SecurityGroupId) => void;
  /** The group's digest is not what was sealed, or is gone. */
  readonly onDamaged: (securityGroupId: SecurityGroupId) => void;
}

export function createStateDigests({ store, findKey, isPromised, onUntracked, onDamaged }: StateDigestsDeps) {
  /** What this process sealed or opened last: read again only where the database is at another commit. */
  const opened = new Map<string, CommitPlace & { readonly tally: Tally }>();
  const seen = new Set<string>();

  /** @throws CryptoError when the digest is not one that was sealed. */
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

  /** @throws group_key_unavailable: the group was locked under a write that was still to be committed. */
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
      // Rows of a generation that never existed come from tampering; the sum that lacks them shows it.
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

  /** It had one, as far as this process or the signed list knows, and has none. */
  function isMissing(securityGroupId: SecurityGroupId): boolean {
    const hadOne = seen.has(securityGroupId) || isPromised(securityGroupId);
    return hadOne && store.listPlacesOf(securityGroupId).length === 0;
  }

  return {
    /** Inside the transaction that made the changes. @throws group_key_unavailable */
    apply(changes: readonly ChangedRow[], place: CommitPlace): ChainedChange[] {
      const byGroup = Map.groupBy(changes, ({ security_group_id }) => security_group_id);
      return [...byGroup].flatMap(([id, ofGroup]) => applyToGroup(id, ofGroup, place));
    },

    /** A sealed digest may have been undone, or replaced by another server's. */
    forgetSealed: () => opened.clear(),

    /** The group's first digests, or new ones on a person's word; inside a transaction. */
    begin(
      securityGroupId: SecurityGroupId,
      tallies: ReadonlyMap<number, Tally>,
      place: CommitPlace,
    ): ChainedChange[] {
      for (const { generation } of store.listPlacesOf(securityGroupId))
        store.delete(securityGroupId, generation);
      return [...tallies].map(([generation, tally]) => seal(securityGroupId, generation, tally, place));
    },

    /** The first digest of a group that is being made, by its key. */
    beginEmpty(
      security_group_id: SecurityGroupId,
      generation: number,
      key: Uint8Array,
      place: CommitPlace,
    ): ChainedChange {
      return put(sealDigest(key, { security_group_id, generation, ...place }, EMPTY_TALLY), EMPTY_TALLY);
    },

    /** Whether the group ever had a digest, as far as this process or the signed list knows. */
    hasBegun: (securityGroupId: SecurityGroupId) =>
      isMissing(securityGroupId) || store.listPlacesOf(securityGroupId).length > 0,

    isMissing,

    generationsOf: (securityGroupId: SecurityGroupId) =>
      store.listPlacesOf(securityGroupId).map(({ generation }) => generation),

    /**
     * Whether rows are counted under a key before `generation`: rows of the group that a rotation has missed. A
     * digest that is not the one that was sealed counts as some.
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

    /** Whether the sums match the counted rows; generations without an available key are left out. */
    holds(securityGroupId: SecurityGroupId, counted: ReadonlyMap<number, Tally>): boolean {
      return stateHolds(store.listOf(securityGroupId), counted, (generation) =>
        findKey(securityGroupId, generation),
      );
    },
  };
}

/** `counted`: the rows of the table, by generation. */
export function stateHolds(
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
