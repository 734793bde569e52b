/**
 * The stream of changes: recorded in the transaction that makes them, published once durable, to readers who may know
 * of their group. Contains ids and kinds, no records, names or keys.
 * Source: choices, second part, "Events".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { VaultEvent } from '#contract/events/change-event.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { EVENTS_KEPT_MAX } from '#contract/limits.ts';
import type { MembershipState } from '#crypto/membership/membership-state.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ChangeEvent } from '#server/storage/events/change-event.ts';
import { createEventStore, type EventRow } from '#server/storage/events/event-store.ts';
import { createEventFeed, type FeedReader } from './shared-event-reader.ts';

export interface EventReader {
  /** Called for each event the actor may see, in order, with the same object for all streams; must not throw. */
  readonly onEvent: (event: VaultEvent) => void;
  /** Called once when the session ends or the server stops. */
  readonly onEnd: () => void;
}

export interface EventSubscription {
  /** Number of the newest event, whether visible to this reader or not. */
  readonly position: () => number;
  readonly stop: () => void;
}

export interface EventsService {
  /** Call inside the transaction of the change. */
  readonly record: (change: ChangeEvent) => void;
  /** Records the groups that differ between two states of the membership list. Call inside its transaction. */
  readonly recordGroups: (
    before: MembershipState | undefined,
    after: MembershipState,
    by: PrincipalId,
  ) => void;
  /** Sends an event to present readers only, without recording it. */
  readonly broadcast: (change: ChangeEvent) => void;
  /** Records a change without rows of its own, in a separate transaction. */
  readonly recordAlone: (change: ChangeEvent) => Promise<void>;
  /**
   * Starts after `lastEventId`, or now. Where that position has expired, the first events report each of the actor's
   * groups as changed. Ends with the actor's session.
   * @throws invalid_request when `lastEventId` is no change number.
   */
  readonly subscribe: (
    actor: Actor,
    lastEventId: string | undefined,
    reader: EventReader,
  ) => EventSubscription;
  /** Deletes events older than the newest `EVENTS_KEPT_MAX`. */
  readonly sweep: () => Promise<void>;
  /** Call when another server may have recorded events. */
  readonly onForeignWrites: () => void;
  /** Ends every stream. */
  readonly close: () => void;
}

export function createEventsService(deps: {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  /** Called once for a series of failed reads; they are repeated until one succeeds. */
  readonly onFailure: (error: unknown) => void;
}): EventsService {
  const { commits } = deps;
  const store = createEventStore(deps.db);
  const feed = createEventFeed(store, deps.onFailure);
  /** Wire events, built once for all streams. */
  const told = new WeakMap<EventRow, VaultEvent>();
  const hears = new Set<(change: ChangeEvent) => void>();
  const ends = new Set<() => void>();
  let hasNew = false;

  commits.onCommitted(() => {
    if (!hasNew) return;
    hasNew = false;
    feed.wake();
  });

  function record(change: ChangeEvent): void {
    store.insert({
      event: change.event,
      security_group_id: change.security_group_id,
      resource: change.resource ?? null,
      object_id: change.id,
      change: change.change,
      version_id: change.version_id ?? null,
      draft_rev: change.draft_rev ?? null,
      by_principal: change.by,
    });
    hasNew = true;
  }

  function eventOf(row: EventRow): VaultEvent {
    const known = told.get(row) ?? toEvent(row);
    told.set(row, known);
    return known;
  }

  function subscribe(actor: Actor, lastEventId: string | undefined, reader: EventReader): EventSubscription {
    const feedReader: FeedReader = {
      position: lastEventId === undefined ? store.last() : parsePosition(lastEventId),
      onRow(row) {
        if (mayKnow(actor, row.security_group_id, row.by_principal)) reader.onEvent(eventOf(row));
      },
    };

    function handleChange({ event, security_group_id, ...data }: ChangeEvent): void {
      const id = String(feedReader.position);
      if (mayKnow(actor, security_group_id, data.by)) reader.onEvent({ id, event, data });
    }

    function stop(): void {
      feed.remove(feedReader);
      hears.delete(handleChange);
      ends.delete(end);
      actor.signal.removeEventListener('abort', end);
    }

    function end(): void {
      stop();
      reader.onEnd();
    }

    if (feedReader.position > store.last() || feedReader.position < store.first() - 1) {
      feedReader.position = store.last();
      for (const event of everythingChanged(actor, feedReader.position)) reader.onEvent(event);
    }
    feed.add(feedReader);
    hears.add(handleChange);
    ends.add(end);
    actor.signal.addEventListener('abort', end, { once: true });
    return { position: () => feedReader.position, stop };
  }

  function recordGroups(before: MembershipState | undefined, after: MembershipState, by: PrincipalId): void {
    for (const [id, group] of after.groups) {
      const known = before?.groups.get(id);
      if (known === group) continue;
      record({ event: 'group', id, change: known ? 'updated' : 'created', security_group_id: id, by });
    }
  }

  return {
    record,
    recordGroups,
    broadcast(change) {
      for (const handleChange of hears) handleChange(change);
    },
    recordAlone: (change) => commits.write(() => record(change)),
    subscribe,
    async sweep() {
      const upTo = store.last() - EVENTS_KEPT_MAX;
      if (upTo >= store.first()) await commits.write(() => store.deleteUpTo(upTo));
    },
    onForeignWrites: feed.wake,
    close() {
      feed.close();
      for (const end of [...ends]) end();
    },
  };
}

function parsePosition(lastEventId: string): number {
  const position = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  if (position !== undefined) return position;
  throw new VaultError(
    'invalid_request',
    'Last-Event-ID must be the id of an event of this vault. Send the last one you received, or leave it out.',
  );
}

function mayKnow(actor: Actor, securityGroupId: SecurityGroupId | null, by: PrincipalId): boolean {
  if (securityGroupId !== null) return actor.roleIn(securityGroupId) !== undefined;
  return actor.is_admin || by === actor.principal_id;
}

function toEvent(row: EventRow): VaultEvent {
  return {
    id: String(row.seq),
    event: row.event,
    data: {
      ...(row.resource === null ? {} : { resource: row.resource }),
      id: row.object_id,
      change: row.change,
      ...(row.version_id === null ? {} : { version_id: row.version_id }),
      ...(row.draft_rev === null ? {} : { draft_rev: row.draft_rev }),
      by: row.by_principal,
    },
  };
}

function everythingChanged(actor: Actor, position: number): VaultEvent[] {
  return actor.groupIds().map((id) => ({
    id: String(position),
    event: 'group',
    data: { id, change: 'updated', by: actor.principal_id },
  }));
}
