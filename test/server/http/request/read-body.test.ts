import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LARGE_BODIES_PER_CERTIFICATE, SMALL_BODY_MAX_BYTES } from '#contract/limits.ts';
import { createBodyReader } from '#server/http/request/read-body.ts';

const LARGE = Buffer.alloc(SMALL_BODY_MAX_BYTES + 1, 'x');

/** Lets everything that was written be read as far as the reader wants it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** A body of which the first part has arrived. */
function begun(key: string, read: ReturnType<typeof createBodyReader>) {
  const stream = new PassThrough();
  const body = read(key, stream);
  body.catch(() => undefined);
  stream.write(LARGE);
  return { stream, body };
}

test('large bodies of one certificate are read a few at a time; the next is paused until one is parsed', async () => {
  const read = createBodyReader();
  const first = Array.from({ length: LARGE_BODIES_PER_CERTIFICATE }, () => begun('a', read));
  const late = begun('a', read);
  await settle();
  expect(first.map(({ stream }) => stream.isPaused())).not.toContain(true);
  expect(late.stream.isPaused()).toBe(true);

  first[0]?.stream.end('y');
  const whole = await first[0]?.body;
  await settle();
  // Read, but not parsed yet: its bytes are still held.
  expect(late.stream.isPaused()).toBe(true);
  expect(whole?.bytes.toString('latin1').slice(-2)).toBe('xy');
  whole?.release();
  await settle();
  expect(late.stream.isPaused()).toBe(false);
  late.stream.end();
  expect((await late.body).bytes.length).toBe(LARGE.length);
});

test('small bodies, and those of another certificate, wait for nobody', async () => {
  const read = createBodyReader();
  for (let at = 0; at < LARGE_BODIES_PER_CERTIFICATE; at += 1) begun('a', read);
  await settle();
  const small = new PassThrough();
  small.end(Buffer.alloc(SMALL_BODY_MAX_BYTES, 'z'));
  expect((await read('a', small)).bytes.length).toBe(SMALL_BODY_MAX_BYTES);
  const other = begun('b', read);
  other.stream.end();
  expect((await other.body).bytes.length).toBe(LARGE.length);
});

test('a sender that leaves, while read or while waiting, gives its place to the next', async () => {
  const read = createBodyReader();
  const first = Array.from({ length: LARGE_BODIES_PER_CERTIFICATE }, () => begun('a', read));
  const waiting = begun('a', read);
  const next = begun('a', read);
  await settle();
  waiting.stream.destroy(new Error('reset'));
  await expect(waiting.body).rejects.toThrow('reset');
  expect(next.stream.isPaused()).toBe(true);
  first[0]?.stream.destroy(new Error('reset'));
  await expect(first[0]?.body).rejects.toThrow('reset');
  await settle();
  expect(next.stream.isPaused()).toBe(false);
});

test('behind too many a body is read on without being held, then refused', async () => {
  const read = createBodyReader(1);
  for (let at = 0; at < LARGE_BODIES_PER_CERTIFICATE; at += 1) begun('a', read);
  begun('a', read);
  const refused = begun('a', read);
  await settle();
  expect(refused.stream.isPaused()).toBe(false);
  refused.stream.end();
  await expect(refused.body).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a body in pieces of one byte is joined like any other', async () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const body = createBodyReader()('a', stream);
  for (let at = 0; at < 300_000; at += 1) stream.emit('data', Buffer.from(' '));
  stream.emit('data', Buffer.from('7'));
  stream.emit('end');
  expect((await body).bytes.toString('latin1').trim()).toBe('7');
});
