/** Tests a database that is unavailable during the poll for foreign writes, and available for the read after it. */
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { decorateRequests, sessionHook } from '#server/http/request/request-session.ts';
import { createForeignWritePoller } from '#server/identity/requests/foreign-write-poller.ts';

const AWAY = new VaultError('protocol_error', 'The vault cannot reach its database.');

function databaseThatIsAwayOnce() {
  const answers: (number | Error)[] = [AWAY, 1, 1];
  return {
    foreignWrites(): number {
      const answer = answers.shift() ?? 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pollForeignWrites: () => undefined,
  };
}

test('what others wrote is taken in by the first that hears of it, and who did not is told why', () => {
  const freshness = createForeignWritePoller(databaseThatIsAwayOnce());
  let taken = 0;
  freshness.onForeignWrites(() => {
    taken += 1;
  });
  expect([freshness.refresh(), taken]).toEqual([AWAY, 0]);
  expect([freshness.refresh(), taken]).toEqual([undefined, 1]);
  expect([freshness.refresh(), taken]).toEqual([undefined, 1]);
});

test.each([
  ['GET', 'session', 502],
  ['GET', 'any_session', 200],
  ['GET', 'certificate', 200],
  ['POST', 'certificate', 502],
] as const)('%s of a route of %s whose request did not hear answers %d', async (method, auth, expected) => {
  const { refresh } = createForeignWritePoller(databaseThatIsAwayOnce());
  const app = Fastify();
  onTestFinished(() => app.close());
  decorateRequests(app);
  const live = { actor: null } as never;
  app.decorate('sessions', { find: () => live, actorOf: () => live, touch: () => undefined });
  app.addHook('onRequest', (request, _reply, done) => {
    request.unheard = refresh();
    done();
  });
  app.setErrorHandler((error, _request, reply) => void reply.code(error === AWAY ? 502 : 500).send());
  const onRequest = sessionHook({ method, auth } as never);
  app.route({ method, url: '/', onRequest, handler: () => 'answered' });
  const ask = () => app.inject({ method, url: '/', headers: { authorization: 'Bearer token' } });
  expect((await ask()).statusCode).toBe(expected);
  expect((await ask()).statusCode).toBe(200);
});
