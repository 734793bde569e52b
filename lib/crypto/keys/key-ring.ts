/**
 * Unlocked keys of one principal: its group keys by generation, their derived subkeys, and the most recently used DEKs.
 * Exists as long as the unlocked session; `wipe` ends it. Never reads the database and never unwraps on its own.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { equalBytes, isSameBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { PreparedOpen } from '#crypto/sealing/seal-subkey.ts';
import { deriveGroupSubkeys, type GroupSubkeys, wipeGroupSubkeys } from './group-subkeys.ts';
import type { Dek, GroupKey } from './key-types.ts';
import { SecondChanceCache } from './second-chance-cache.ts';

const MAX_CACHED_DEKS = 10_000;

interface GroupEntry {
  readonly key: GroupKey;
  subkeys: GroupSubkeys | null;
}

interface DekEntry {
  readonly dek: Dek;
  readonly gk_gen: number;
  readonly packed: Uint8Array;
  kept: KeptOpening | undefined;
}

interface KeptOpening {
  readonly from: readonly unknown[];
  readonly opening: PreparedOpen;
}

function wipeKept({ kept }: DekEntry): void {
  if (kept !== undefined) wipe(kept.opening.subkey);
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return a.length === b.length;
}

/** Wipes an evicted DEK once no reference to it is left, because a request may still use it. */
const letGo = new FinalizationRegistry<Uint8Array>((bytes) => wipe(bytes));

function wipeWhenLetGo(dek: Dek): void {
  letGo.register(dek, new Uint8Array(dek.buffer, dek.byteOffset, dek.length));
}

export class KeyRing {
  readonly #groups = new Map<SecurityGroupId, Map<number, GroupEntry>>();
  readonly #deks: SecondChanceCache<string, DekEntry>;

  readonly #isRotating: (securityGroupId: SecurityGroupId) => boolean;
  readonly #leaving: (() => void)[] = [];

  /** `isRotating`: true while rows of the group may be under a generation that newer members were never given. */
  constructor(
    maxDeks: number = MAX_CACHED_DEKS,
    isRotating: (securityGroupId: SecurityGroupId) => boolean = () => false,
  ) {
    this.#deks = new SecondChanceCache(maxDeks, {
      onLetGo(entry) {
        wipeWhenLetGo(entry.dek);
        wipeKept(entry);
      },
    });
    this.#isRotating = isRotating;
  }

  /** Adds a group key of one generation. Takes ownership of `key`. */
  setGroupKey(securityGroupId: SecurityGroupId, generation: number, key: GroupKey): void {
    const generations = this.#groups.get(securityGroupId) ?? new Map<number, GroupEntry>();
    const held = generations.get(generation);
    // The same key again, after a role change: keep the present object, which is in use.
    if (held !== undefined && equalBytes(held.key, key)) {
      if (held.key !== key) wipe(key);
      return;
    }
    if (held !== undefined) this.#wipeEntry(held);
    generations.set(generation, { key, subkeys: null });
    this.#groups.set(securityGroupId, generations);
  }

  hasGroupKey(securityGroupId: SecurityGroupId): boolean {
    return this.#groups.has(securityGroupId);
  }

  holdsGeneration(securityGroupId: SecurityGroupId, generation: number): boolean {
    return this.#groups.get(securityGroupId)?.has(generation) === true;
  }

  /** True when it has a generation before `generation`, as during a rotation. */
  holdsOlderGeneration(securityGroupId: SecurityGroupId, generation: number): boolean {
    return [...(this.#groups.get(securityGroupId)?.keys() ?? [])].some((held) => held < generation);
  }

  /** The newest generation it has. @throws VaultError group_key_unavailable */
  currentGroupKey(securityGroupId: SecurityGroupId): { generation: number; key: GroupKey } {
    const generation = Math.max(0, ...(this.#groups.get(securityGroupId)?.keys() ?? []));
    return { generation, key: this.groupKey(securityGroupId, generation) };
  }

  /**
   * The group key of one generation.
   * @throws VaultError group_key_unavailable; CryptoError for a generation the group cannot have
   */
  groupKey(securityGroupId: SecurityGroupId, generation: number): GroupKey {
    return this.#entry(securityGroupId, generation).key;
  }

  /**
   * The subkeys of one generation.
   * @throws VaultError group_key_unavailable; CryptoError for a generation the group cannot have
   */
  subkeys(securityGroupId: SecurityGroupId, generation: number): GroupSubkeys {
    const entry = this.#entry(securityGroupId, generation);
    entry.subkeys ??= deriveGroupSubkeys(entry.key);
    return entry.subkeys;
  }

  /**
   * The DEK of a document or node, unwrapped once. A wrap that differs from the cached one, in bytes or generation,
   * is unwrapped again, so a swapped row is never served from the cache.
   */
  dek(objectId: string, gkGen: number, packed: Uint8Array, unwrap: () => Dek): Dek {
    const cached = this.#deks.get(objectId);
    if (cached !== undefined && cached.gk_gen === gkGen && isSameBytes(cached.packed, packed))
      return cached.dek;
    const dek = unwrap();
    this.#deks.set(objectId, { dek, gk_gen: gkGen, packed, kept: undefined });
    return dek;
  }

  /**
   * The prepared opening of an envelope sealed under `dek`, which `dek()` has just returned; cached, the latest per
   * DEK. `from`: all other inputs, compared by identity, which must never change. Use it in this turn of the event
   * loop: it is wiped when replaced, or with the ring.
   */
  opening(objectId: string, dek: Dek, from: readonly unknown[], derive: () => PreparedOpen): PreparedOpen {
    const entry = this.#deks.get(objectId);
    if (entry?.dek !== dek) return derive();
    if (entry.kept !== undefined && isSame(entry.kept.from, from)) return entry.kept.opening;
    const opening = derive();
    wipeKept(entry);
    entry.kept = { from, opening };
    return opening;
  }

  forgetDek(objectId: string): void {
    this.#deks.delete(objectId);
  }

  /** Drops generations older than `generation`, once everything is rewrapped. */
  forgetGenerationsBefore(securityGroupId: SecurityGroupId, generation: number): void {
    for (const [held, entry] of this.#groups.get(securityGroupId) ?? []) {
      if (held >= generation) continue;
      this.#wipeEntry(entry);
      this.#groups.get(securityGroupId)?.delete(held);
    }
  }

  /** Wipes one group's keys, for a principal that lost its membership while unlocked. */
  forgetGroup(securityGroupId: SecurityGroupId): void {
    for (const entry of this.#groups.get(securityGroupId)?.values() ?? []) this.#wipeEntry(entry);
    this.#groups.delete(securityGroupId);
  }

  /** Registers a callback that clears data opened with these keys, called when the ring is wiped. */
  onWipe(leave: () => void): void {
    this.#leaving.push(leave);
  }

  wipe(): void {
    for (const leave of this.#leaving.splice(0)) leave();
    for (const securityGroupId of [...this.#groups.keys()]) this.forgetGroup(securityGroupId);
    for (const entry of this.#deks.values()) {
      wipe(entry.dek);
      wipeKept(entry);
    }
    this.#deks.clear();
  }

  #entry(securityGroupId: SecurityGroupId, generation: number): GroupEntry {
    const generations = this.#groups.get(securityGroupId);
    const entry = generations?.get(generation);
    if (entry === undefined) {
      // A member with the group's key has every generation its rows may name, so this one was invented.
      if (generations !== undefined && generations.size > 0 && !this.#isRotating(securityGroupId)) {
        throw new CryptoError();
      }
      throw new VaultError(
        'group_key_unavailable',
        'This session has no usable key for the security group. Ask an owner of the group for access.',
      );
    }
    return entry;
  }

  #wipeEntry(entry: GroupEntry): void {
    wipe(entry.key);
    if (entry.subkeys !== null) wipeGroupSubkeys(entry.subkeys);
  }
}
