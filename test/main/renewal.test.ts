import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { startCertificateRenewal } from '#main/remote-vault/certificate-renewal.ts';
import {
  type JoinedFolder,
  readIncomingCredential,
  readJoinedVault,
  writeJoinedVault,
} from '#sdk/node/joined-vault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

async function joined(name: string): Promise<JoinedFolder> {
  const room = join(vault.root, name);
  mkdirSync(room, { mode: 0o700 });
  writeCredentialFolder(room, await vault.admin.credentials.create({ name, groups: [] }), [vault.url]);
  const dataDir = join(vault.root, `${name}-data`);
  const agreed = { workspace_id: 'w', name, founder_key: 'f', addresses: [vault.url] };
  writeJoinedVault(dataDir, readIncomingCredential(room), agreed);
  const folder = readJoinedVault(dataDir);
  if (folder === undefined) throw new Error('nothing was joined');
  return folder;
}

const endingIn = (days: number) => () => new Date(Date.now() + days * DAY_MS).toISOString();

describe('keepRenewed', () => {
  test('puts a new certificate and key in place from 30 days before the end on', async () => {
    const place = await joined('room');
    const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');
    const [cert, key] = [read('client.crt'), read('client.key')];
    const renewed = Promise.withResolvers<void>();
    const stop = startCertificateRenewal({ joined: place, endsAt: endingIn(29), onRenewed: renewed.resolve });
    await renewed.promise;
    stop();
    expect(read('client.crt')).not.toBe(cert);
    expect(read('client.key')).not.toBe(key);
    expect(statSync(join(place.folder, 'client.key')).mode & 0o777).toBe(0o600);
  });
});
