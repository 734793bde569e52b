/**
 * Sends pending outbox messages, one at a time to each receiver, while a principal who may read the exam is
 * unlocked. A mutex per receiver is the lease: one server of several sends. Retries a silent receiver with growing
 * delays. Locking or stopping the server ends sending; unacknowledged messages are sent again later with the same
 * control id.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { Acknowledgement, MessageState } from '#contract/exchange/outbox.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { sendByMllp, UnreadAnswerError } from '#hl7/mllp.ts';
import { refusalOf } from '#hl7/mllp-connection.ts';
import { controlId } from '#hl7/oru-message.ts';
import { NoPatientNumberError } from '#hl7/patient-identifiers.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { UnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import type { NamedLock } from '#server/storage/engine/sql-engine.ts';
import type { OutboxRow } from '#server/storage/exchange/outbox-store.ts';
import type { MessageContent } from './message-seal.ts';
import { auditedMessage, type OutboxCore } from './outbox-dependencies.ts';

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 10 * 60_000;
const TIMER_MAX_MS = 60 * 60_000;
/**
 * Number of responses in a row that are no acknowledgement, after which the message fails: the receiver has it, and
 * will not respond differently.
 */
const NOT_UNDERSTOOD_MAX = 3;
/**
 * Number of attempts without response, four minutes in all, after which a newer version of the exam is sent
 * instead.
 */
const TRIES_BEFORE_NEWER = 8;
const STATES: Readonly<Record<Acknowledgement['code'], MessageState>> = {
  ...{ AA: 'acknowledged', AE: 'refused', AR: 'refused' },
};

type Outcome = Pick<MessageContent, 'state' | 'answer' | 'failure'> & {
  readonly unread_answer: string | null;
};

export interface Delivery {
  /** Call when a message may be due, or a principal has unlocked. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

export function createDelivery(core: OutboxCore, unlocked: UnlockedActors): Delivery {
  const { store } = core;
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const readerOf = (group: OutboxRow['security_group_id']) => unlocked.find(group, 'viewer');
  const openGroups = () => store.groups().filter((group) => readerOf(group) !== undefined);

  function wake(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const groups = openGroups();
    // One time value for both queries, because a message due between two would be in neither result.
    const now = core.now();
    for (const receiver of store.receivers(groups, now)) start(receiver);
    const due = store.earliest(groups, now);
    if (due === undefined) return;
    const inMs = Math.max(0, Date.parse(due) - core.clock.nowMs());
    timer = setTimeout(wakeUnlessAway, Math.min(inMs, TIMER_MAX_MS)).unref();
  }

  /** Ignores an unavailable database: the next message or unlock tries again. */
  function wakeUnlessAway(): void {
    try {
      wake();
    } catch (error) {
      core.onFailure(error);
    }
  }

  function start(receiver: string): void {
    if (running.has(receiver)) return;
    // Another server of the vault may be sending to this receiver; check again later.
    const lock = core.db.tryLock(`outbox/${receiver}`);
    if (lock === undefined) return;
    const job = sendDueMessages(receiver, lock)
      .catch(core.onFailure)
      .finally(() => {
        lock.release();
        running.delete(receiver);
        wakeUnlessAway();
      });
    running.set(receiver, job);
  }

  async function sendDueMessages(receiver: string, lock: NamedLock): Promise<void> {
    while (!closing.signal.aborted && lock.isHeld()) {
      const row = store.next(openGroups(), receiver, core.now());
      const actor = row === undefined ? undefined : readerOf(row.security_group_id);
      if (row === undefined || actor === undefined) return;
      await send(actor, row);
    }
  }

  /** Always updates the message, except when the actor's session ended. */
  async function send(actor: Actor, row: OutboxRow): Promise<void> {
    const signal = AbortSignal.any([actor.signal, closing.signal]);
    try {
      const content = await core.open(actor, row);
      const outcome = await attempt(actor, row, content, signal);
      if (signal.aborted && outcome.failure !== null) return;
      const { failure } = outcome;
      const attempts = content.attempts + 1;
      const state = isGivenUp(row, outcome, attempts) ? 'failed' : outcome.state;
      const endedMs = core.clock.nowMs();
      const next = {
        ...content,
        ...outcome,
        state,
        attempts,
        last_attempt_at: new Date(endedMs).toISOString(),
      };
      const due_at = state === 'waiting' ? new Date(endedMs + pauseAfter(attempts)).toISOString() : null;
      const message = await core.write(actor, row, next, due_at);
      if (message === undefined || state === 'waiting') return;
      const kind = state === 'acknowledged' ? 'message_acknowledged' : 'message_refused';
      await core.recordAudit(
        actor,
        kind,
        auditedMessage(message, `${row.receiver} ${next.answer?.code ?? failure}`),
      );
    } catch (error) {
      if (signal.aborted) return;
      core.onFailure(error);
      await skipMessage(row, error instanceof CryptoError);
    }
  }

  async function attempt(
    actor: Actor,
    row: OutboxRow,
    { version_id }: MessageContent,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const receiver = core.findReceiver(row.receiver);
    if (receiver === undefined) return came('failed', 'no_receiver');
    let text: string;
    try {
      text = (await core.message(actor, row.exam_id, version_id)).text;
    } catch (error) {
      if (isPassing(error)) return came('waiting', 'not_readable');
      if (error instanceof NoPatientNumberError) return came('failed', 'no_patient_number');
      core.onFailure(error);
      return came('failed', 'not_readable');
    }
    try {
      const message = { text, control_id: controlId({ version_id }) };
      const identity = receiver.tls === null ? undefined : core.identity();
      const answer = await sendByMllp(receiver, message, { signal, identity });
      return { state: STATES[answer.code], answer, failure: null, unread_answer: null };
    } catch (error) {
      if (error instanceof UnreadAnswerError) return came('waiting', 'not_understood', error.excerpt);
      return came('waiting', refusalOf(error) ?? 'no_answer');
    }
  }

  /** True after too many attempts, or when a newer version of the exam is pending. */
  function isGivenUp(row: OutboxRow, { state, failure }: Outcome, attempts: number): boolean {
    if (state !== 'waiting' || failure === 'not_readable') return false;
    if (failure === 'not_understood' && attempts >= NOT_UNDERSTOOD_MAX) return true;
    const waiting = store.waitingOf(row.exam_id, row.receiver);
    return attempts >= TRIES_BEFORE_NEWER && waiting.at(-1)?.message_id !== row.message_id;
  }

  function pauseAfter(attempts: number): number {
    return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), PAUSE_MAX_MS);
  }

  /** Postpones a message that cannot be sent now, so that it does not block other exams; fails a damaged one. */
  async function skipMessage(row: OutboxRow, isDamaged: boolean): Promise<void> {
    const due_at = isDamaged ? null : new Date(core.clock.nowMs() + PAUSE_MAX_MS).toISOString();
    await core.commits.write(() => store.update({ ...row, due_at })).catch(core.onFailure);
  }

  return {
    wake,
    async close() {
      clearTimeout(timer);
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

function came(
  state: MessageState,
  failure: MessageContent['failure'],
  unread_answer: string | null = null,
): Outcome {
  return { state, answer: null, failure, unread_answer };
}

/** True for temporary causes: a missing key, a busy worker. */
function isPassing(error: unknown): boolean {
  if (error instanceof CryptoError || !(error instanceof VaultError)) return false;
  return ['rate_limited', 'session_locked', 'group_key_unavailable', 'version_pending'].includes(error.code);
}
