/**
 * The signed list goes to every member of any group: it holds no name, and no guess of one can be proven by it. Where
 * the name itself goes, what binds it goes too. Over the socket, as somebody with a session would try it.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import { isCommittedName } from '#crypto/membership/name-commitment.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';
const GROUP = 'Psychiatry';
const PERSON = 'Dr. Quillfeather';
// Words so long that no random base64url holds them by chance.
const PROGRAM = 'nightly archive export';
const ENDS = '2099-01-01T00:00:00.000Z';

let vault: InitialisedServer;
let frame: SyncBootstrap;
let viewer: VaultClient;
const clients: VaultClient[] = [];

function connect(): VaultClient {
  const client = desktopClient(vault.server.url, vault.dataDir);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  vault = await startInitialisedServer();
  const owner = connect();
  await owner.session.open({ passphrase: PASSPHRASE });
  const [own] = await owner.groups.list().toArray({ limit: 1 });
  const { security_group_id } = await owner.groups.create({ name: GROUP });
  const groups = [{ security_group_id, role: 'viewer' as const }];
  await owner.principals.invite({ display_name: PERSON, groups });
  await owner.credentials.create({ name: PROGRAM, groups, expires_at: ENDS });
  await owner.credentials.create({ name: `${PROGRAM} 2`, groups });
  const { invite_code } = await owner.principals.invite({
    display_name: 'Dr. Viewer',
    groups: [{ security_group_id: own?.security_group_id ?? '', role: 'viewer' }],
  });
  viewer = connect();
  await viewer.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
  frame = await viewer.travel.frame();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await vault.stop();
});

const listText = () => frame.membership.map(({ record_json }) => record_json).join('\n');

describe('of groups, persons and programs a member does not know', () => {
  test('no word of a name stands in the list', () => {
    expect(listText()).not.toMatch(/psychiatry|quillfeather|nightly|archive|export/i);
  });

  test('no guess of a name can be proven by it', () => {
    const guesses = [GROUP, PERSON, PROGRAM, `${PROGRAM} 2`].flatMap((name) => [
      name,
      JSON.stringify([name, null]),
      JSON.stringify([name, ENDS]),
    ]);
    for (const guess of guesses) {
      const digest = createHash('sha256').update(guess).digest();
      for (const writing of ['base64url', 'hex', 'base64'] as const)
        expect(listText()).not.toContain(digest.toString(writing));
    }
  });

  test('no salt is told, neither of them nor of groups that are listed', async () => {
    const known = new Set(frame.principals.map(({ display_name }) => display_name));
    expect([...known].sort()).toEqual(['Dr. Test', 'Dr. Viewer']);
    const groups = await viewer.groups.list().toArray({ limit: 10 });
    expect(JSON.stringify(groups)).not.toContain('salt');
  });
});

test('what a member knows by name is bound by the list', () => {
  const records = frame.membership.map((row) => parseRecord(row).record);
  for (const { principal_id, display_name, name_salt } of frame.principals) {
    const record = records.find(
      (each) => each.principal_id === principal_id && /^(found|enrol)$/.test(each.action),
    );
    expect(name_salt).toMatch(/^[\w-]{43}$/);
    expect(isCommittedName(record?.display_name_sha256, display_name, name_salt ?? null)).toBe(true);
  }
  for (const { security_group_id, name, name_salt } of frame.groups) {
    const record = records.find((each) => each.security_group_id === security_group_id);
    expect(isCommittedName(record?.display_name_sha256, name, name_salt ?? null)).toBe(true);
  }
});
