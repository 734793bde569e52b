/**
 * `srvault join`: a computer joins a vault on another one. Checks the credential, the compared key and the stored
 * files.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#sdk/client.ts';
import { readIncomingCredential, readJoinedVault } from '#sdk/node/joined-vault.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { documentOf, srvault } from './run-srvault.ts';

const NOBODY = 'https://127.0.0.1:1';
const NEW_PASSPHRASE = 'violet lantern ninth harbour';

let vault: LiveVault;
let founder: string;
/** Credential folder of a workstation, written by the command line. */
let room: string;

beforeAll(async () => {
  vault = await startLiveVault();
  founder = (await vault.admin.vault.get()).founder_key ?? '';
  room = join(vault.root, 'room');
  const args = ['--name', 'Reading room 2', '--workstation', '--address', NOBODY, vault.url, '--out', room];
  const made = await srvault(['credential', 'create', '--data', vault.dataDir, ...args], {
    env: { SRVAULT_PASSPHRASE: PASSPHRASE },
  });
  expect(made).toMatchObject({ exitCode: 0 });
});
afterAll(() => vault.close());

const joining = (dataDir: string, ...args: readonly string[]) =>
  srvault(['join', '--data', dataDir, '--credential', room, '--json', ...args]);

describe('credential create --workstation', () => {
  test('reaches no group and knows where the vault answers', () => {
    const about = JSON.parse(readFileSync(join(room, 'credential.json'), 'utf8'));
    expect(about).toMatchObject({ groups: [], addresses: [NOBODY, vault.url] });
  });

  test.each([
    ['--workstation', '--role', 'viewer'],
    ['--role', 'viewer'],
    ['--workstation', '--address', 'http://vault.clinic'],
  ])('%s %s %s is refused before anything is made', async (...args) => {
    const out = join(testTempDir(), 'out');
    const run = await srvault(['credential', 'create', '--name', 'x', '--out', out, ...args]);
    expect([run.exitCode, existsSync(out)]).toEqual([2, false]);
  });
});

describe('srvault join', () => {
  test('stores nothing before the founder’s key was compared', async () => {
    const dataDir = join(testTempDir(), 'vault');
    const asked = await joining(dataDir);
    expect(asked.exitCode).toBe(2);
    const shown = founder.slice(0, 32).match(/.{4}/g)?.join(' ') ?? '';
    expect(documentOf(asked).error.message).toContain(`«Test workspace» shows the founder’s key ${shown}`);
    const other = await joining(dataDir, '--founder', '0'.repeat(16));
    expect([other.exitCode, documentOf(other).error.message]).toEqual([
      10,
      expect.stringContaining('It is not the vault of your invitation'),
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('keeps certificate, key and the vault agreed on, for its owner alone', async () => {
    const dataDir = join(testTempDir(), 'vault');
    const run = await joining(dataDir, '--founder', founder.slice(0, 32).toUpperCase());
    expect(documentOf(run)).toMatchObject({
      name: 'Test workspace',
      founder_key: founder,
      addresses: [
        { address: NOBODY, state: 'unreachable' },
        { address: vault.url, state: 'answers' },
      ],
    });
    expect(run.stderr).toContain(`${NOBODY} does not answer`);
    const modes = readdirSync(join(dataDir, 'remote')).map((name) => [
      name,
      (statSync(join(dataDir, 'remote', name)).mode & 0o777).toString(8),
    ]);
    expect(Object.fromEntries(modes)).toEqual({
      'ca.crt': '644',
      'client.crt': '644',
      'client.key': '600',
      'credential.json': '644',
      token: '600',
      'vault.json': '644',
    });
    expect(statSync(join(dataDir, 'remote')).mode & 0o777).toBe(0o700);
    const again = await joining(dataDir, '--founder', founder);
    const init = await srvault(['init', '--data', dataDir, '--workspace', 'W', '--owner', 'O']);
    const serve = await srvault(['serve', '--data', dataDir, '--port', '0']);
    expect([again.exitCode, init.exitCode, serve.exitCode]).toEqual([6, 6, 6]);
    expect(serve.stderr).toContain('opens «Test workspace» on another machine');
    expect(readdirSync(dataDir)).toEqual(['remote']);
  });

  test('leaves a token behind that would open a group without a passphrase', async () => {
    const dataDir = join(testTempDir(), 'vault');
    const args = ['--credential', vault.profile, '--founder', founder, '--json'];
    const run = await srvault(['join', '--data', dataDir, ...args]);
    expect(run.exitCode).toBe(0);
    expect(readdirSync(join(dataDir, 'remote'))).not.toContain('token');
  });

  test('accepts an invite on the way, and a refused one leaves no trace', async () => {
    const folder = testTempDir();
    const dataDir = join(folder, 'vault');
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    };
    const { invite_code, principal_id } = await vault.admin.principals.invite({
      display_name: 'Dr M. Stand',
      groups: [{ security_group_id: vault.group, role: 'editor' }],
    });
    const secrets = ['--passphrase-file', write('passphrase', NEW_PASSPHRASE), '--founder', founder];
    const wrong = invite_code.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    const refused = await joining(dataDir, ...secrets, '--invite-file', write('wrong', wrong));
    expect([refused.exitCode, readJoinedVault(dataDir)]).toEqual([3, undefined]);

    const run = await joining(dataDir, ...secrets, '--invite-file', write('invite', invite_code));
    expect(documentOf(run)).toMatchObject({
      principal_id,
      recovery_key: expect.stringMatching(/^(\w{5}-){12}/),
    });
    const { identity } = readIncomingCredential(join(dataDir, 'remote'));
    const client = createClient({ transport: nodeTransport({ ...identity, baseUrl: vault.url }) });
    const { session } = await client.session.open({ passphrase: NEW_PASSPHRASE, principal_id });
    expect(session.groups).toMatchObject([{ role: 'editor', key_available: true }]);
    await client.close();
  });

  test('says why no address is of use', async () => {
    const { profile, credential_id } = await vault.issue('gone', 'viewer');
    await vault.admin.credentials.revoke(credential_id);
    const dataDir = join(testTempDir(), 'vault');
    const run = (address: string) =>
      srvault(['join', '--data', dataDir, '--credential', profile, '--address', address, '--json']);
    const refused = await run(vault.url);
    expect([refused.exitCode, documentOf(refused).error.message]).toEqual([
      3,
      expect.stringContaining('refuses this credential: it was revoked'),
    ]);
    const nobody = await run(NOBODY);
    expect([nobody.exitCode, documentOf(nobody).error.message]).toEqual([10, `${NOBODY} does not answer.`]);
  });

  test('a folder with a vault of its own stays as it is', async () => {
    const run = await joining(vault.dataDir, '--founder', founder);
    expect(run.exitCode).toBe(6);
    expect(existsSync(join(vault.dataDir, 'remote'))).toBe(false);
  });
});
