/**
 * Cache of decoded frames: each is requested once, and the least recently used are dropped above a limit.
 * Cleared when the vault locks.
 */
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { DicomFrame } from '#sdk/index.ts';
import type { Picture, Stack } from './series-stack.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Number of frames prefetched; more would delay the wanted one. */
const AHEAD = 8;
const AT_ONCE = 4;

const frames = new Map<string, DicomFrame>();
const running = new Map<string, Promise<DicomFrame>>();
let bytes = 0;
let era = 0;

const keyOf = (picture: Pick<Picture, 'node_id' | 'n'>): string => `${picture.node_id}/${picture.n}`;

export function heldFrame(picture: Pick<Picture, 'node_id' | 'n'>): DicomFrame | undefined {
  const key = keyOf(picture);
  const frame = frames.get(key);
  if (frame) {
    frames.delete(key);
    frames.set(key, frame);
  }
  return frame;
}

export function loadFrame(
  stack: Pick<Stack, 'security_group_id'>,
  picture: Pick<Picture, 'node_id' | 'n'>,
): Promise<DicomFrame> {
  const held = heldFrame(picture);
  if (held) return Promise.resolve(held);
  const key = keyOf(picture);
  const known = running.get(key);
  if (known) return known;
  const startedIn = era;
  const loading = vault()
    .drive(stack.security_group_id)
    .frame(picture.node_id, picture.n)
    .then((frame) => {
      if (startedIn === era) keep(key, frame);
      return frame;
    })
    .finally(() => {
      if (running.get(key) === loading) running.delete(key);
    });
  running.set(key, loading);
  return loading;
}

/** Prefetches frames in the direction of scrolling while few requests are running. */
export function prefetchFrames(stack: Stack, at: number, step: 1 | -1): void {
  for (let next = 1; next <= AHEAD && running.size < AT_ONCE; next += 1) {
    const picture = stack.pictures[at + step * next];
    if (!picture) return;
    if (frames.has(keyOf(picture)) || running.has(keyOf(picture))) continue;
    // Ignore errors here, because showing the picture requests it again and reports the error.
    loadFrame(stack, picture).then(
      () => undefined,
      () => undefined,
    );
  }
}

function keep(key: string, frame: DicomFrame): void {
  frames.set(key, frame);
  bytes += frame.data.length;
  for (const [oldest, { data }] of frames) {
    if (bytes <= MAX_BYTES || oldest === key) break;
    frames.delete(oldest);
    bytes -= data.length;
  }
}

function forget(): void {
  era += 1;
  for (const { data } of frames.values()) data.fill(0);
  frames.clear();
  running.clear();
  bytes = 0;
}

onWipe(forget);
