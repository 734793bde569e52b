/**
 * Cache of decoded frames, decoded in blocks and kept in memory per session within a limit; wiped when the session
 * locks.
 */
import { FRAME_CACHE_MAX_BYTES, PROCESSED_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { ProcessingError } from './processing-error.ts';
import type { PlainFile } from './processing-port.ts';
import type { Frame } from './sandbox/sandbox-messages.ts';
import type { SandboxPool } from './sandbox/sandbox-pool.ts';

/** Frames decoded together, for scrolling in both directions. */
const FRAMES_PER_BLOCK = 8;
const BLOCK_MAX_BYTES = 16 * 1024 * 1024;

interface SessionFrames {
  readonly frames: Map<string, Frame>;
  readonly loading: Map<string, Promise<void>>;
  bytes: number;
}

export interface FrameCache {
  /**
   * Returns a decoded frame.
   * @param n from 1. @returns undefined past the last frame. @throws ProcessingError, StarvedJobError, JobAborted
   */
  readonly get: (actor: Actor, file: PlainFile, n: number) => Promise<Frame | undefined>;
}

export function createFrameCache(pool: SandboxPool): FrameCache {
  const sessions = new Map<string, SessionFrames>();

  function framesOf({ session_id, signal }: Actor): SessionFrames {
    const known = sessions.get(session_id);
    if (known !== undefined) return known;
    const made: SessionFrames = { frames: new Map(), loading: new Map(), bytes: 0 };
    sessions.set(session_id, made);
    signal.addEventListener('abort', () => {
      sessions.delete(session_id);
      for (const { data } of made.frames.values()) data.fill(0);
      made.frames.clear();
      pool.forget();
    });
    return made;
  }

  /** Decodes frames from index `first`. */
  async function load(
    actor: Actor,
    file: PlainFile,
    first: number,
    count: number,
    { frames }: { frames: SessionFrames },
  ): Promise<void> {
    const task = { kind: 'frames', first, count, maxBytes: BLOCK_MAX_BYTES } as const;
    const result = await pool.run({ ...file, task, fileId: file.node_id, signal: actor.signal });
    if (result.kind !== 'frames') throw new ProcessingError('damaged');
    if (result.error !== null) throw new ProcessingError(result.error);
    if (actor.signal.aborted) return;
    for (const [at, frame] of result.frames.entries()) keep(frames, keyOf(file, first + at), frame);
  }

  return {
    async get(actor, file, n) {
      if (file.size > PROCESSED_FILE_MAX_BYTES) throw new ProcessingError('too_large');
      const frames = framesOf(actor);
      const wanted = n - 1;
      const found = take(frames, keyOf(file, wanted));
      if (found !== undefined) return found;
      const first = wanted - (wanted % FRAMES_PER_BLOCK);
      const block = keyOf(file, first);
      const loading =
        frames.loading.get(block) ??
        load(actor, file, first, FRAMES_PER_BLOCK, { frames }).finally(() => frames.loading.delete(block));
      frames.loading.set(block, loading);
      // A broken neighbour, or a full block, must not fail the requested frame.
      await loading.catch((error: unknown) => {
        if (!(error instanceof ProcessingError) || wanted === first) throw error;
      });
      const loaded = take(frames, keyOf(file, wanted));
      if (loaded !== undefined || wanted === first) return loaded;
      await load(actor, file, wanted, 1, { frames });
      return take(frames, keyOf(file, wanted));
    },
  };
}

function keyOf({ node_id }: PlainFile, frame: number): string {
  return `${node_id} ${frame}`;
}

/** Returns a copy, because the cached one may be wiped at any moment. */
function take({ frames }: SessionFrames, key: string): Frame | undefined {
  const frame = frames.get(key);
  if (frame === undefined) return undefined;
  frames.delete(key);
  frames.set(key, frame);
  return { ...frame, data: Uint8Array.from(frame.data) };
}

function keep(session: SessionFrames, key: string, frame: Frame): void {
  const before = session.frames.get(key);
  session.bytes += frame.data.length - (before?.data.length ?? 0);
  session.frames.delete(key);
  session.frames.set(key, frame);
  for (const [oldest, { data }] of session.frames) {
    if (session.bytes <= FRAME_CACHE_MAX_BYTES || oldest === key) break;
    session.frames.delete(oldest);
    session.bytes -= data.length;
    data.fill(0);
  }
}
