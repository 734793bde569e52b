import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import { idOf } from '#test/support/ids.ts';
import { PASSPHRASE, startInitialisedServer, startTestServer } from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const PATIENTS = 1_100;

test('a rotation cut short by a stop ends after the next unlock, and every document and file name opens', async () => {
  const folder = testTempDir();
  const place = { dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') };
  const first = await startInitialisedServer(place);
  const sg = idOf<SecurityGroupId>(first.security_group_id);
  const asFounder = { token: first.token };
  const create = (index: number) =>
    first.desktop.send('/v1/patients', {
      ...asFounder,
      method: 'POST',
      body: { security_group_id: sg, record: { display_name: `Patient ${index}` } },
    });
  const made: Awaited<ReturnType<typeof create>>[] = [];
  // A hundred at a time, because each request needs a TLS handshake.
  for (let done = 0; done < PATIENTS; done += 100) {
    made.push(...(await Promise.all(Array.from({ length: 100 }, (_, index) => create(done + index)))));
  }
  expect(made.every(({ status }) => status === 201)).toBe(true);
  const folderBody = { name: 'Letters' };
  await first.desktop.send(`/v1/drives/${sg}/folders`, { ...asFounder, method: 'POST', body: folderBody });
  const invited = await first.desktop.send('/v1/principals', {
    ...asFounder,
    method: 'POST',
    body: { display_name: 'Ben', groups: [{ security_group_id: sg, role: 'viewer' }] },
  });
  const member = `/v1/groups/${sg}/members/${invited.json.principal_id}`;
  const removing = first.desktop.send(member, { ...asFounder, method: 'DELETE' });
  const running = first.server.services.rotations;
  while (!running.isPending(sg)) await new Promise(setImmediate);
  running.close();
  expect((await removing).status).toBe(200);
  await first.stop();
  expect(existsSync(place.dataDir)).toBe(true);

  const second = await startTestServer(place);
  onTestFinished(second.stop);
  const { rotations } = second.server.services;
  expect(rotations.isPending(sg)).toBe(true);
  const opened = await second.desktop.send('/v1/session', {
    method: 'POST',
    body: { passphrase: PASSPHRASE },
  });
  const token: string = opened.json.session_token;
  await new Promise(setImmediate);
  await rotations.whenIdle();
  expect(rotations.isPending(sg)).toBe(false);

  const { json: groups } = await second.desktop.send('/v1/groups', { token });
  expect(groups.items).toMatchObject([{ generation: 2, member_count: 1, key_available: true }]);
  for (const { json } of [made[0], made[500], made[PATIENTS - 1]].flatMap((answer) => answer ?? [])) {
    const read = await second.desktop.send(`/v1/patients/${json.index.document_id}`, { token });
    expect(read.json.record).toEqual(json.record);
    expect(read.json.index.encrypted_keys.group_key_generation).toBe(2);
  }
  const listed = await second.desktop.send('/v1/patients?q=patient&limit=200', { token });
  expect(listed.json.items).toHaveLength(200);
  const nodes = await second.desktop.send(`/v1/drives/${sg}/nodes`, { token });
  expect(nodes.json.items).toMatchObject([folderBody]);
});
