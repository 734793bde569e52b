/** Computes the SHA-256 of stored content by opening and reading it run by run. */
import { createHash, type Hash } from 'node:crypto';
import { sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import { readSegments, segmentsOf } from '#server/drives/content-segments.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/**
 * Adds opened runs to a hash.
 * @throws session_locked when the session locks meanwhile; CryptoError where a run does not open
 */
export async function hashRuns(actor: Actor, hash: Hash, runs: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const run of runs) {
    if (actor.signal.aborted) throw sessionLockedError();
    hash.update(run);
  }
}

/** SHA-256 of a `ready` file, lower-case hex. */
export async function hashContent(core: DrivesCore, actor: Actor, row: NodeRow): Promise<string> {
  const hash = createHash('sha256');
  const segments = segmentsOf(core, row, core.keeper.dekOf(actor.keyRing, row));
  const whole = { start: 0, end: row.size ?? 0 };
  await hashRuns(actor, hash, readSegments(segments, undefined, whole));
  return hash.digest('hex');
}
