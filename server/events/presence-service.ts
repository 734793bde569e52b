/**
 * Presence: which person has which exam open, as reported by their windows at intervals. In memory only: not stored,
 * sealed or recorded in the audit log; entries expire unless repeated. Contains ids and display names.
 * Source: clinician's reference, 28; visual reference, "seen elsewhere".
 */
import type { EventChange } from '#contract/events/change-event.ts';
import type { Presence, PresenceActivity, PresentSession } from '#contract/events/presence.ts';
import type { DocumentId, SecurityGroupId, SessionId } from '#contract/ids.ts';
import { PRESENCE_ENDS_MS, PRESENCE_EXAMS_PER_SESSION } from '#contract/limits.ts';
import { type Actor, notFoundError, requireRoleForObject } from '#server/identity/actor/actor.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import type { Clock } from '#server/system/clock.ts';

const SWEEP_EVERY_MS = 1_000;

export interface PresenceService {
  /** Other sessions with the exam open. @throws not_found */
  readonly list: (actor: Actor, examId: DocumentId) => Presence;
  /** Reports that the actor's session has the exam open. @throws not_found */
  readonly stay: (actor: Actor, examId: DocumentId, activity: PresenceActivity) => Presence;
  /** Ends the presence of a session. Idempotent. @throws not_found */
  readonly leave: (actor: Actor, examId: DocumentId) => Presence;
  /**
   * Call when the session opens an event stream; call the result when that ends. After its last stream the session
   * counts as gone.
   */
  readonly listens: (actor: Actor) => () => void;
  /** Deletes expired entries; also runs automatically while there are any. */
  readonly sweep: () => void;
  readonly close: () => void;
}

export interface PresenceDeps {
  readonly clock: Clock;
  /** Returns the group of an exam; undefined when there is no such exam. */
  readonly findExamGroup: (examId: DocumentId) => { readonly security_group_id: SecurityGroupId } | undefined;
  /** Broadcasts a change to present readers. */
  readonly publish: ChangeListener;
}

interface Seat {
  readonly actor: Actor;
  readonly security_group_id: SecurityGroupId;
  readonly activity: PresenceActivity;
  readonly untilMs: number;
}

/** Exams of one session, most recently reported last. */
type Seats = Map<DocumentId, Seat>;

export function createPresenceService({
  clock,
  findExamGroup,
  publish: tell,
}: PresenceDeps): PresenceService {
  const sessions = new Map<SessionId, Seats>();
  /** Open event streams by session. */
  const listening = new Map<SessionId, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function groupOf(actor: Actor, examId: DocumentId): SecurityGroupId {
    const found = findExamGroup(examId);
    if (!found) throw notFoundError();
    requireRoleForObject(actor, found.security_group_id, 'viewer');
    return found.security_group_id;
  }

  function others(actor: Actor, examId: DocumentId): Presence {
    const items: PresentSession[] = [];
    for (const [sessionId, seats] of sessions) {
      const seat = seats.get(examId);
      if (!seat || sessionId === actor.session_id || seat.untilMs <= clock.nowMs()) continue;
      const { principal_id, display_name, client_cn } = seat.actor;
      items.push({ principal_id, display_name, client_cn, activity: seat.activity });
    }
    return { items };
  }

  function broadcastPresence(
    examId: DocumentId,
    { actor, security_group_id }: Seat,
    change: EventChange,
  ): void {
    const by = actor.principal_id;
    tell({ event: 'presence', resource: 'exams', id: examId, change, security_group_id, by });
  }

  function seatsOf({ session_id, signal }: Actor): Seats {
    const known = sessions.get(session_id);
    if (known) return known;
    const seats: Seats = new Map();
    sessions.set(session_id, seats);
    signal.addEventListener('abort', () => forgetSession(session_id), { once: true });
    timer ??= setInterval(sweep, SWEEP_EVERY_MS).unref();
    return seats;
  }

  function forget(seats: Seats, examId: DocumentId): void {
    const seat = seats.get(examId);
    if (!seat) return;
    seats.delete(examId);
    broadcastPresence(examId, seat, 'purged');
  }

  function forgetSession(sessionId: SessionId): void {
    const seats = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (seats) for (const examId of [...seats.keys()]) forget(seats, examId);
    if (sessions.size === 0) stopTimer();
  }

  function sweep(): void {
    for (const seats of sessions.values()) {
      for (const [examId, { untilMs }] of seats) if (untilMs <= clock.nowMs()) forget(seats, examId);
    }
  }

  function stopTimer(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    list(actor, examId) {
      groupOf(actor, examId);
      return others(actor, examId);
    },
    stay(actor, examId, activity) {
      const security_group_id = groupOf(actor, examId);
      const seats = seatsOf(actor);
      const before = seats.get(examId);
      const seat: Seat = { actor, security_group_id, activity, untilMs: clock.nowMs() + PRESENCE_ENDS_MS };
      seats.delete(examId);
      seats.set(examId, seat);
      if (before?.activity !== activity) broadcastPresence(examId, seat, before ? 'updated' : 'created');
      const oldest = seats.keys().next();
      if (seats.size > PRESENCE_EXAMS_PER_SESSION && !oldest.done) forget(seats, oldest.value);
      return others(actor, examId);
    },
    leave(actor, examId) {
      groupOf(actor, examId);
      const seats = sessions.get(actor.session_id);
      if (seats) forget(seats, examId);
      return others(actor, examId);
    },
    listens({ session_id }) {
      listening.set(session_id, (listening.get(session_id) ?? 0) + 1);
      return () => {
        const left = (listening.get(session_id) ?? 1) - 1;
        if (left > 0) return void listening.set(session_id, left);
        listening.delete(session_id);
        forgetSession(session_id);
      };
    },
    sweep,
    close() {
      stopTimer();
      sessions.clear();
    },
  };
}
