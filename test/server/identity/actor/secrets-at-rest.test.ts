import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCredentialToken } from '#contract/access/credential-token.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import { decodeBase64Url } from '#crypto/bytes.ts';
import { parseRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { TOKEN_CODEC } from '#server/identity/actor/credential-token-codec.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';
import { onSqlite } from '#test/support/on-engine.ts';

let fixture: AccessFixture;
let created: VaultCreated;
/** CA key before sealing. */
let caKey: string;
beforeAll(async () => {
  fixture = await createAccessFixture();
  caKey = fixture.parts.pki.caKeyPem() ?? '';
  const owner = { display_name: 'Ada' };
  created = await fixture.parts.vault.init({ name: 'Praxis', owner, passphrase: PASSPHRASE });
});
afterAll(() => fixture.dispose());

function bytesOnDisk(): Buffer {
  const files = readdirSync(fixture.folder, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    files.filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );
}

onSqlite('test/server/on-postgres.peer.test.ts looks through the files of PostgreSQL')(
  'nothing that opens anything lies on the disk in clear',
  async () => {
    const { principals, credentials, sessions, commits } = fixture.parts;
    const desktop = peerOf('desktop');
    const { actor, session_token } = await openActor(
      fixture,
      { recovery_key: created.recovery_key },
      desktop,
    );
    const groups = [{ security_group_id: created.security_group_id, role: 'owner' as const }];
    const invite = principals.invite(actor, { display_name: 'Ben', groups });
    const credential = await credentials.create(actor, { name: 'script', groups });
    const live = sessions.find(session_token, desktop);
    const device = await sessions.createDeviceSecret(actor, live, desktop, null);
    const renewed = await sessions.renewRecoveryKey(actor, live, null);
    const keys = fixture.parts.core.keysOf(actor);
    const tokenSecret = parseCredentialToken(credential.token, TOKEN_CODEC)?.secret;
    if (tokenSecret === undefined) throw new Error('the token does not parse');
    const secrets: Readonly<Record<string, Uint8Array | string>> = {
      passphrase: PASSPHRASE,
      recoveryKey: created.recovery_key,
      recoverySecret: parseRecoveryKey(renewed.recovery_key),
      inviteSecret: parseRecoveryKey(invite.invite_code),
      tokenSecret,
      deviceSecret: decodeBase64Url(device.device_secret),
      sessionToken: session_token,
      sessionTokenBytes: decodeBase64Url(session_token),
      groupKey: keys.keyRing.currentGroupKey(created.security_group_id).key,
      principalKey: keys.secrets.principalKey,
      kemSeed: keys.secrets.kemSeed,
      signingSeed: keys.secrets.ed25519.seed,
      clientKey: credential.private_key_pem.split('\n')[1] ?? '',
      caKey: caKey.split('\n')[1] ?? '',
    };
    const logFile = bytesOnDisk();
    commits.checkpoint();
    const afterwards = bytesOnDisk();
    expect(afterwards.includes('membership_records')).toBe(true);
    for (const [name, secret] of Object.entries(secrets)) {
      const bytes = Buffer.from(secret);
      expect(bytes.length, name).toBeGreaterThanOrEqual(16);
      for (const disk of [logFile, afterwards]) {
        expect(disk.includes(bytes), name).toBe(false);
        if (secret instanceof Uint8Array) {
          expect(disk.includes(bytes.toString('base64url')), name).toBe(false);
          expect(disk.includes(bytes.toString('hex')), name).toBe(false);
        }
      }
    }
    expect(JSON.stringify(keys.secrets)).toBe('"[redacted]"');
  },
);

test('refusals repeat neither names nor secrets', async () => {
  const { sessions, principals, groups, credentials } = fixture.parts;
  const opened = await openActor(fixture, { passphrase: PASSPHRASE }, peerOf('desktop'));
  const canary = 'Canary Müller\u0007';
  const attempts: (() => unknown)[] = [
    () => sessions.open({ passphrase: canary }, peerOf('desktop')),
    () => sessions.open({ recovery_key: canary }, peerOf('b')),
    () => sessions.open({ device_secret: canary }, peerOf('desktop')),
    () => sessions.find(canary, peerOf('a')),
    () => principals.invite(opened.actor, { display_name: canary, groups: [] }),
    () => groups.create(opened.actor, { name: canary }),
    () => credentials.create(opened.actor, { name: canary, groups: [] }),
    () => credentials.create(opened.actor, { name: 'x', groups: [], expires_at: canary }),
    () => groups.list(opened.actor, { cursor: canary }),
  ];
  for (const attempt of attempts) {
    expect(await codeOf(attempt)).not.toBe('none');
    const text = await Promise.resolve()
      .then(attempt)
      .then(String, (error: unknown) => `${String(error)} ${JSON.stringify(error)}`);
    expect(text).not.toContain('Canary');
  }
});
