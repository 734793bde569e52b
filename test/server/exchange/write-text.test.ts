/** Tests writing text to a slow receiver: it waits, and leaves no copy of the text behind. */
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { writeText } from '#server/exchange/handover/write-when-drained.ts';

describe('writeText', () => {
  test('leaves no listener behind, however often the receiver was slow', async () => {
    const sink = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => setImmediate(done) });
    const listeners = () => sink.eventNames().reduce((sum, name) => sum + sink.listenerCount(name), 0);
    const before = listeners();
    for (let at = 0; at < 20; at += 1) await writeText(sink, 'more than one byte');
    expect(listeners()).toBe(before);
  });

  test('throws when the receiver goes while it waits', async () => {
    const sink = new Writable({ highWaterMark: 1, write: () => undefined });
    const writing = writeText(sink, 'more than one byte');
    sink.destroy();
    await expect(writing).rejects.toThrow('The receiver closed the connection.');
    await expect(writeText(sink, 'again')).rejects.toThrow('The receiver closed the connection.');
  });
});
