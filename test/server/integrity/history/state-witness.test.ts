/**
 * Tests `x-vault-state` and `if-vault-state` over sockets: a client that has seen a newer state detects a roll-back.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { createLastSeenState, type LastSeenState, SEEN_STATE_FILE } from '#sdk/node/last-seen-state.ts';
import type { StartServerOptions } from '#server/app/start-server.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const DISPUTED = {
  status: 502,
  code: 'protocol_error',
  message: expect.stringContaining('rolled back or forked'),
};
const FORM = /^1\.\d+\.[\w-]{43}\.[\w-]{22}$/;

/** A vault and what each client remembers. */
async function folder() {
  const root = testTempDir();
  const { security_group_id: group, device_secret } = await copyPreparedVault(root, FOUNDING);
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };

  async function serve(more: Partial<StartServerOptions> = {}, place = at) {
    const { server, client: idle } = await serveFolder(place, { logLevel: 'silent', ...more });
    await idle.close();
    return {
      server,
      async client(seenStates: LastSeenState = createLastSeenState()): Promise<VaultClient> {
        const client = desktopClient(server.url, place.dataDir, { ...NOTHING_TWICE, seenStates });
        onTestFinished(client.close);
        await client.session.open({ device_secret });
        return client;
      },
    };
  }
  const patient = (client: VaultClient, display_name: string) =>
    client.patients.create({ security_group_id: group, record: { display_name } });
  return {
    ...{ root, at, serve, patient },
    /** Deletes the anchors, as on a computer that never served it. */
    forgetAnchors: () => rmSync(at.stateDir, { recursive: true, force: true }),
  };
}

async function stateOf(client: VaultClient): Promise<string> {
  const { response } = await client.session.get().withResponse();
  return response.header('x-vault-state') ?? '';
}

describe('a client that has seen more of a vault than lies there', () => {
  test('is told in every answer how far it has come: the same text until somebody writes', async () => {
    const { serve, patient } = await folder();
    const { client, server } = await serve();
    const seen = createLastSeenState();
    const one = await client(seen);
    await patient(one, 'Anna Ek');
    // Wait for the digests that the group's first unlock writes.
    await server.services.stateCheck.whenIdle();
    const before = await stateOf(one);
    expect(before).toMatch(FORM);
    expect(seen.headers()).toEqual({ 'if-vault-state': before });
    expect(await stateOf(one)).toBe(before);
    const { response } = await patient(one, 'Bo Ek').withResponse();
    expect(Number(response.header('x-vault-state')?.split('.')[1])).toBeGreaterThan(
      Number(before.split('.')[1]),
    );
    await expect(one.patients.get('01a209d8-0000-7000-8000-000000000000')).rejects.toMatchObject({
      status: 404,
    });
  });

  test('stops a vault that was set back where no anchor knew, until a person decides', async () => {
    const { root, at, serve, patient, forgetAnchors } = await folder();
    const seen = createLastSeenState();
    const first = await serve();
    const earlier = await patient(await first.client(), 'Anna Ek');
    await first.server.close();
    cpSync(at.dataDir, join(root, 'before'), { recursive: true });
    const second = await serve();
    await patient(await second.client(seen), 'Bo Ek');
    await second.server.close();
    rmSync(at.dataDir, { recursive: true });
    cpSync(join(root, 'before'), at.dataDir, { recursive: true });
    forgetAnchors();

    const back = await serve();
    const other = await back.client();
    await patient(other, 'Cy Ek');
    await expect(back.client(seen)).rejects.toMatchObject(DISPUTED);
    await expect(patient(other, 'Di Ek')).rejects.toMatchObject(DISPUTED);
    // Reads and locking still work, so that a person can see the reason.
    await other.patients.get(earlier.index.document_id);
    await back.server.services.health.whenIdle();
    expect((await other.findings.list()).items).toMatchObject([{ code: 'history_disputed', id: null }]);
    const told = await other.audit.list({ limit: 5 }).toArray({ limit: 5 });
    expect(told).toContainEqual(expect.objectContaining({ kind: 'history_disputed', client_cn: 'desktop' }));
    await other.session.lock();
    await back.server.close();
    await expect(serve()).rejects.toThrow('older than it was');

    const decided = await serve({ acceptRollback: true });
    const again = await decided.client(seen);
    await patient(again, 'Di Ek');
    await decided.server.services.health.whenIdle();
    expect((await again.findings.list()).items).toEqual([]);
    expect(seen.headers()['if-vault-state']).toMatch(/^2\./);
  });

  test('finds two servers that go on from one history apart from each other', async () => {
    const { root, at, serve, patient } = await folder();
    const twin = { dataDir: join(root, 'twin'), stateDir: join(root, 'twin-state') };
    cpSync(at.dataDir, twin.dataDir, { recursive: true });
    const [here, there] = [await serve(), await serve({}, twin)];
    const seen = createLastSeenState();
    const one = await here.client(seen);
    await patient(one, 'Anna Ek');
    const other = await there.client();
    for (const name of ['Bo Ek', 'Cy Ek', 'Di Ek']) await patient(other, name);
    await expect(there.client(seen)).rejects.toMatchObject(DISPUTED);
    await expect(patient(other, 'Ed Ek')).rejects.toMatchObject(DISPUTED);
    await patient(one, 'Ed Ek');
  });

  test.each([
    ['makes it up', (state: string) => state.replace(/^1\.\d+/, '1.900000')],
    ['names a later epoch', (state: string) => state.replace(/^1\./, '7.')],
  ])('is refused alone where it %s: the others go on', async (_what, change) => {
    const { serve, patient } = await folder();
    const { client, server } = await serve();
    const honest = await client();
    await patient(honest, 'Anna Ek');
    const made = createLastSeenState();
    made.update(200, { 'x-vault-state': change(await stateOf(honest)) });
    await expect(client(made)).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('without proof'),
    });
    await patient(honest, 'Bo Ek');
    await server.services.health.whenIdle();
    expect((await honest.findings.list()).items).toMatchObject([{ code: 'history_doubted' }]);
  });

  test('is refused alone, too, where it was used with a copy that began an epoch of its own', async () => {
    const { root, at, serve, patient } = await folder();
    const copy = { dataDir: join(root, 'copy'), stateDir: join(root, 'copy-state') };
    const first = await serve();
    await patient(await first.client(), 'Anna Ek');
    await first.server.close();
    cpSync(at.dataDir, copy.dataDir, { recursive: true });
    const second = await serve();
    await patient(await second.client(), 'Bo Ek');
    await second.server.close();
    cpSync(at.stateDir, copy.stateDir, { recursive: true });
    const begun = await serve({ acceptRollback: true }, copy);
    const seen = createLastSeenState();
    await patient(await begun.client(seen), 'Cy Ek');
    expect(seen.headers()['if-vault-state']).toMatch(/^2\./);
    await begun.server.close();
    const { client } = await serve();
    await expect(client(seen)).rejects.toMatchObject({ message: expect.stringContaining('without proof') });
    await patient(await client(), 'Di Ek');
  });

  test('says nothing: it is served as ever; says what is no state: 422, and nothing is changed', async () => {
    const { serve } = await folder();
    const { client } = await serve();
    const one = await client();
    for (const text of ['', 'x', '1.2', '1.-1.a.b', `1.1.${'a'.repeat(43)}.${'b'.repeat(23)}`]) {
      const states: LastSeenState = {
        headers: () => ({ 'if-vault-state': text }),
        update: () => undefined,
        close: async () => undefined,
      };
      await expect(client(states)).rejects.toMatchObject({ status: 422, code: 'invalid_request' });
    }
    expect((await one.findings.list()).items).toEqual([]);
  });
});

describe('what a client keeps', () => {
  const state = (epoch: number, commits: number) => `${epoch}.${commits}.${'a'.repeat(43)}.${'b'.repeat(22)}`;
  const saw = (states: LastSeenState, text: string) => states.update(200, { 'x-vault-state': text });

  test('is the furthest it was told, in its folder, across programs', async () => {
    const profile = testTempDir();
    const [one, other] = [createLastSeenState(profile), createLastSeenState(profile)];
    for (const text of [state(1, 7), state(1, 9), state(1, 8), 'none']) saw(one, text);
    saw(other, state(2, 1));
    await other.close();
    await one.close();
    expect(readFileSync(join(profile, SEEN_STATE_FILE), 'utf8')).toBe(`${state(2, 1)}\n`);
    expect(createLastSeenState(profile).headers()).toEqual({ 'if-vault-state': state(2, 1) });
  });

  test('is nothing where the file is none, and nobody fails where it cannot be written', async () => {
    const profile = testTempDir();
    writeFileSync(join(profile, SEEN_STATE_FILE), 'what is this');
    const states = createLastSeenState(profile);
    expect(states.headers()).toEqual({});
    saw(states, state(1, 7));
    rmSync(profile, { recursive: true });
    await states.close();
    expect(states.headers()).toEqual({ 'if-vault-state': state(1, 7) });
  });
});
