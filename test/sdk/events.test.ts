/** Tests `client.events()` against a real vault: it resumes after a broken connection and ends with the session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultEvent } from '#contract/events/change-event.ts';
import { AuthenticationError } from '#sdk/errors.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

async function nextOf(events: AsyncIterator<VaultEvent>, kind: string): Promise<VaultEvent> {
  for (;;) {
    const step = await events.next();
    if (step.done) throw new Error('the events ended');
    if (step.value.event === kind) return step.value;
  }
}

describe('client.events', () => {
  test('yields changes and resumes behind one it has seen', async () => {
    const client = vault.connect();
    const abort = new AbortController();
    const opened = Promise.withResolvers<void>();
    const events = client.events({ signal: abort.signal, onOpen: opened.resolve })[Symbol.asyncIterator]();
    const next = nextOf(events, 'document');
    await opened.promise;
    const record = { legal_name: 'Ada Example' };
    const first = await client.patients.create({ security_group_id: vault.group, record });
    const event = await next;
    expect(event.data).toMatchObject({
      resource: 'patients',
      id: first.index.document_id,
      change: 'created',
      version_id: first.version_id,
    });
    const second = await client.patients.create({ security_group_id: vault.group, record });
    abort.abort();
    const again = new AbortController();
    const later = client.events({ lastEventId: event.id, signal: again.signal })[Symbol.asyncIterator]();
    expect((await nextOf(later, 'document')).data.id).toBe(second.index.document_id);
    again.abort();
    expect((await later.next()).done).toBe(true);
  });

  test('ends with the error of a session that has gone', async () => {
    const opened = Promise.withResolvers<void>();
    const session = await vault.admin.session.open({ device_secret: await deviceSecret() });
    expect(session.session.state).toBe('unlocked');
    const events = vault.admin.events({ onOpen: opened.resolve })[Symbol.asyncIterator]();
    const ended = nextOf(events, 'document');
    await opened.promise;
    await vault.admin.session.lock();
    await expect(ended).rejects.toBeInstanceOf(AuthenticationError);
  });
});

async function deviceSecret(): Promise<string> {
  return (await vault.admin.session.createDeviceSecret({ current_passphrase: PASSPHRASE })).device_secret;
}
