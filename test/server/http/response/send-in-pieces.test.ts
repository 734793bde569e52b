import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PIECE_BYTES, sendLargeInPieces } from '#server/http/response/send-in-pieces.ts';

/** An app that answers `payload`, and the keys whose turn it waited for. */
function answering(payload: string | Buffer) {
  const waited: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorate('turns', {
    begin: () => undefined,
    done: () => undefined,
    async giveWay(key: string) {
      waited.push(key);
    },
  });
  app.decorateRequest('peer', { getter: () => ({ fingerprint: 'somebody' }) } as never);
  sendLargeInPieces(app);
  app.get('/', (_request, reply) => reply.type('application/json').send(payload));
  return { app, waited };
}

describe('a response', () => {
  test.each([
    ['bytes', Buffer.alloc(10 * PIECE_BYTES + 1, 'a')],
    ['text', `${'ä'.repeat(5 * PIECE_BYTES)}b`],
  ])('of many pieces waits for a turn before each but the first: %s', async (_, payload) => {
    const { app, waited } = answering(payload);
    const { rawPayload, headers } = await app.inject('/');
    expect(rawPayload.equals(Buffer.from(payload))).toBe(true);
    expect(headers['content-length']).toBe(String(10 * PIECE_BYTES + 1));
    expect(headers['content-type']).toContain('application/json');
    expect(waited).toEqual(Array.from({ length: 10 }, () => 'somebody'));
  });

  test('of one piece waits for nobody', async () => {
    const { app, waited } = answering(Buffer.alloc(PIECE_BYTES, 'a'));
    expect((await app.inject('/')).rawPayload).toHaveLength(PIECE_BYTES);
    expect(waited).toEqual([]);
  });

  test('of many pieces has a head with its length alone', async () => {
    const { app, waited } = answering(Buffer.alloc(3 * PIECE_BYTES, 'a'));
    const { rawPayload, headers } = await app.inject({ method: 'HEAD', url: '/' });
    expect([rawPayload.length, headers['content-length']]).toEqual([0, String(3 * PIECE_BYTES)]);
    expect(waited).toEqual([]);
  });
});
