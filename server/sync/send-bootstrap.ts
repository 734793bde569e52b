/**
 * Sends a travelling copy everything besides documents and files: membership list, principals, grants, settings, as
 * stored. The copy verifies the list from the founder's keys, which its principal has pinned under its own key. It
 * learns no more of other groups than the list states. Source: clinic design, section 9.
 */

import type { Settings } from '#contract/access/credentials.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { PURGES_KEPT_MS } from '#contract/limits.ts';
import type { SyncBootstrap, SyncBootstrapQuery, TravellingWrapKind } from '#contract/sync/bootstrap.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { encodeRow } from '#server/identity/requests/row-as-json.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { type PreserializedJson, pageWithList, serializeSlice } from '#server/system/preserialized-json.ts';

/** Records of the membership list read at a time. */
const SLICE_RECORDS = 100;
/** Wraps of the caller's key that work on any computer; wraps bound to a machine or an invite are not sent. */
const WRAPS: readonly TravellingWrapKind[] = ['passphrase', 'recovery', 'token'];
const NOTHING = new Uint8Array(0);

export interface TravelService {
  /** Builds the bootstrap of a copy. @throws permission_denied to a caller who never was in a group */
  readonly frame: (actor: Actor, query: SyncBootstrapQuery) => Promise<PreserializedJson<SyncBootstrap>>;
}

export function createTravelService(deps: {
  readonly core: AccessCore;
  readonly db: SqlEngine;
  readonly settings: () => Settings;
}): TravelService {
  const { core, db } = deps;
  const { principals, membership, rotations, credentials } = core.stores;
  const serviceState = createServiceState(db);

  /** Principals who are or were in a group of the caller. */
  function known(actor: Actor): ReadonlySet<PrincipalId> {
    const groups = new Set(actor.groupIds());
    const ids = new Set<PrincipalId>([actor.principal_id]);
    for (const { record } of core.ledger.records()) {
      if (record.security_group_id === null || !groups.has(record.security_group_id)) continue;
      ids.add(record.principal_id).add(record.granter_id);
    }
    return ids;
  }

  /** True for a former member too: such a copy must learn from the list that its groups are gone, to delete them. */
  function wasMember({ principal_id }: Actor): boolean {
    return core.ledger
      .records()
      .some(({ record }) => record.principal_id === principal_id && record.security_group_id !== null);
  }

  function groupsOf(actor: Actor): SyncBootstrap['groups'] {
    const { groups } = core.ledger.state();
    return membership.listGroups().flatMap((row) => {
      const group = groups.get(row.security_group_id);
      const role = actor.roleIn(row.security_group_id);
      if (group === undefined || role === undefined) return [];
      const is_rotating = rotations.find(row.security_group_id) !== undefined;
      return { ...row, generation: group.generation, role, is_rotating };
    });
  }

  /** Serialises records after `after` in slices; other requests run in between. */
  async function readSlices(actor: Actor, after: number): Promise<{ read: number; slices: Buffer[] }> {
    const slices: Buffer[] = [];
    for (let read = 0; ; ) {
      const slice = membership.listRecordsFrom(after + read + 1, SLICE_RECORDS);
      read += slice.length;
      slices.push(serializeSlice(slice));
      if (slice.length < SLICE_RECORDS) return { read, slices };
      await core.turns.giveWay(actor.principal_id);
    }
  }

  function frame(actor: Actor): Omit<SyncBootstrap, 'membership'> {
    const { principal_id } = actor;
    const { workspace_id, name, created_at } = core.workspace();
    const ids = known(actor);
    const seen = principals.findSeenHead(principal_id);
    const preferences = principals.findPreferences(principal_id);
    const credential = actor.kind === 'sdk' ? credentials.findByPrincipal(principal_id) : undefined;
    return {
      workspace: { workspace_id, name, created_at },
      epoch: serviceState.progress().epoch,
      settings: core.stores.workspace.findSettings() ?? deps.settings(),
      principals: principals
        .list()
        .filter((row) => ids.has(row.principal_id))
        .map((row) => encodeRow(row.principal_id === principal_id ? row : { ...row, sealed_seeds: NOTHING })),
      wraps: WRAPS.flatMap((kind) => {
        const wrap = principals.findWrap(principal_id, kind);
        return wrap === undefined ? [] : { ...encodeRow(wrap), kind };
      }),
      seen_head: seen === undefined ? null : encodeRow(seen),
      preferences: preferences === undefined ? null : encodeRow({ preferences }).preferences,
      grants: membership.listGrantsOf(principal_id).map((grant) => encodeRow(grant)),
      groups: groupsOf(actor),
      credential: credential ?? null,
      purges_kept_since: new Date(core.clock.nowMs() - PURGES_KEPT_MS).toISOString(),
    };
  }

  return {
    async frame(actor, { after = 0 }) {
      // Refused, because the list reveals who is in which group and lets its reader test guesses of names.
      if (!wasMember(actor))
        throw new VaultError(
          'permission_denied',
          'You are not a member of any security group, so there is nothing to take along.',
        );
      const { read, slices } = await readSlices(actor, after);
      return db.readSnapshot(() => {
        slices.push(serializeSlice(membership.listRecordsFrom(after + read + 1)));
        return pageWithList<SyncBootstrap>(frame(actor), 'membership', slices);
      });
    },
  };
}
