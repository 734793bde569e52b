/**
 * `Idempotency-Key`: the same key with the same request returns the same resource again, as it is now. With another
 * request, or while the first still runs, the response is `replay`. An idempotency record has only MACs under the
 * principal's own key and the id of the created resource, and commits in the write's own transaction. Source: choices,
 * "Documents" (`Idempotency-Key`).
 */

import type { FastifyRequest } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  IDEMPOTENCY_KEY_MIN_CHARS,
  IDEMPOTENCY_RETENTION_MS,
} from '#contract/limits.ts';
import { equalBytes, utf8 } from '#crypto/bytes.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  createIdempotencyStore,
  type IdempotencyRecordKey,
  type IdempotencyStore,
} from '#server/storage/http/idempotency-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { actorOf } from './request-session.ts';

export interface Idempotency {
  readonly store: IdempotencyStore;
  readonly running: Set<string>;
  readonly clock: Clock;
  /** Deletes expired records; call inside a transaction. */
  readonly deleteOutlived: () => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
}

export interface IdempotentWork<Result, Id extends string> {
  /** Performs the write; must pass `options` on to it. */
  readonly run: (options: WriteOptions) => Promise<Result>;
  /** Returns the resource created by an earlier call with the same key. */
  readonly again: (createdId: Id) => Promise<Result>;
  /**
   * For bodies outside `request.body` (uploads): a text that represents the whole body. Called inside the write's
   * transaction, and on a replay after `receive` has resolved.
   */
  readonly bodyText?: () => string;
  /** Receives a body that was not parsed on a replay, so that `bodyText` can represent it. */
  readonly receive?: () => Promise<void>;
}

const USABLE_KEY = new RegExp(`^[\\x21-\\x7e]{${IDEMPOTENCY_KEY_MIN_CHARS},${IDEMPOTENCY_KEY_MAX_CHARS}}$`);

export function createIdempotency(db: SqlEngine, clock: Clock): Idempotency {
  const store = createIdempotencyStore(db);
  return {
    store,
    running: new Set(),
    clock,
    deleteOutlived: () => store.deleteMarksBefore(clock.nowMs() - IDEMPOTENCY_RETENTION_MS),
  };
}

/**
 * Runs a write under its `Idempotency-Key`.
 * @throws invalid_request for an unusable key.
 * @throws replay when the key belongs to another request, or to one still running.
 */
export async function withIdempotency<Result, Id extends string>(
  request: FastifyRequest,
  work: IdempotentWork<Result, Id>,
): Promise<Result> {
  const key = idempotencyKey(request);
  if (key === undefined) return work.run({});
  const { store, running, clock } = request.server.idempotency;
  const actor = actorOf(request);
  const mark: IdempotencyRecordKey = {
    principal_id: actor.principal_id,
    operation_id: request.operationId,
    idempotency_key_hash: hmac(actor.macKey, utf8(`key ${key}`)),
  };
  // Includes the created id, so that a record edited in the database cannot return another resource.
  const fingerprint = (createdId: string) =>
    hmac(actor.macKey, utf8(`body ${createdId} ${requestText(request, work.bodyText)}`));

  const runningName = `${mark.principal_id} ${mark.operation_id} ${key}`;
  if (running.has(runningName))
    throw replay('A request with this Idempotency-Key is still running. Wait, then send it again.');
  running.add(runningName);
  try {
    const sinceMs = clock.nowMs() - IDEMPOTENCY_RETENTION_MS;
    const made = await store.findMark<Id>(mark, sinceMs);
    if (!made) {
      return await work.run({
        withinTransaction(created_id) {
          const body_fingerprint = fingerprint(created_id);
          // Fails if another server created the record meanwhile: writes are serialised, so the conflict shows here.
          if (!store.insertMark(mark, { body_fingerprint, created_id }, clock.nowMs(), sinceMs))
            throw replay(
              'A request with this Idempotency-Key has just been done. Send it again to get its answer.',
            );
        },
      });
    }
    await work.receive?.();
    if (!equalBytes(made.body_fingerprint, fingerprint(made.created_id))) {
      throw replay('This Idempotency-Key was used for a different request. Use a new one.');
    }
    return await work.again(made.created_id);
  } finally {
    running.delete(runningName);
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (typeof sent === 'string' && USABLE_KEY.test(sent)) return sent;
  throw new VaultError(
    'invalid_request',
    `Idempotency-Key must be ${IDEMPOTENCY_KEY_MIN_CHARS} to ${IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters.`,
  );
}

/** Path, query and body: the same key for another document is another request. */
function requestText(request: FastifyRequest, bodyText?: () => string): string {
  return JSON.stringify([request.params, request.query, bodyText ? bodyText() : (request.body ?? null)]);
}

function replay(message: string): VaultError {
  return new VaultError('replay', message);
}
